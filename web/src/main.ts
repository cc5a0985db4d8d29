import { mount } from "svelte";
import App from "./App.svelte";
import { followLinks } from "./core/route.svelte";
import { show } from "./core/settings.svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";

// A page of an older version asks for parts that are gone: take the new one.
addEventListener("vite:preloadError", () => location.reload());
addEventListener("click", followLinks);
show();
mount(App, { target: document.getElementById("app") ?? document.body });
