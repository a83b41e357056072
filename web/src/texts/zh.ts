/** Is all of Chinese, in one file that only those load who read it. */
export { default as refusals } from "./refusals.zh.json";
export { default as texts } from "./zh.json";
