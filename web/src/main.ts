import { mount } from "svelte";

import "./styles/fonts.css";
import "./styles/look.css";
import "./styles/ground.css";
import "./styles/things.css";
import App from "./App.svelte";
import { preferences } from "./preferences.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no #app to mount on");

preferences.show();
export default mount(App, { target });
