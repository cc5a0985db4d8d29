import { mount } from "svelte";
import App from "./App.svelte";
import { wasKnown } from "./core/first";
import { followLinks, route } from "./core/route.svelte";
import { renew } from "./core/renew";
import { show } from "./core/settings.svelte";
import { theLine } from "./core/socket.svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";

addEventListener("vite:preloadError", renew);
addEventListener("click", followLinks);
show();
if (wasKnown && route().page === "table") theLine(); // connects while the board is still on its way
mount(App, { target: document.getElementById("app") ?? document.body });
