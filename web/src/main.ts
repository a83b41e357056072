import { mount } from "svelte";

import "./styles/fonts.css";
import "./styles/look.css";
import "./styles/ground.css";
import "./styles/things.css";
import "./styles/contrast.css";
import "./styles/large.css";
import App from "./App.svelte";
import { showPreferences } from "./preferences.svelte";
import { shell } from "./shell/shell.svelte";
import { speech } from "./texts/speech.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no #app to mount on");

showPreferences();
void shell.keep();
await speech.begin();
target.replaceChildren();
export default mount(App, { target });
