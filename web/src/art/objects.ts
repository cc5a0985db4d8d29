import objects from "./objects.svg?raw";
import { show } from "./drawings";

show("objects", objects);
