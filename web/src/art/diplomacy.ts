import diplomacy from "./diplomacy.svg?raw";
import { show } from "./drawings";

show("diplomacy", diplomacy);
