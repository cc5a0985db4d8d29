import pieces from "./pieces.svg?raw";
import { show } from "./drawings";

show("pieces", pieces);
