import travel from "./travel.svg?raw";
import { show } from "./drawings";

show("travel", travel);
