import tiles from "./tiles.svg?raw";
import { show } from "./drawings";

show("tiles", tiles);
