/** How much room the page has. The same query stands in the style sheets: a phone, a tablet held upright, a phone on its side. */
import { MediaQuery } from "svelte/reactivity";

const phone = new MediaQuery(
  "(max-width: 760px), (max-width: 1100px) and (orientation: portrait), (max-height: 480px)",
);

/** Whether one column has to do: the map above, one panel at a time below it. */
export const isPhone = (): boolean => phone.current;

const tablet = new MediaQuery(
  "(min-width: 761px) and (max-width: 1100px) and (orientation: portrait) and (min-height: 481px)",
);

/** Whether it is a tablet held upright: one column, but room for the whole map. */
export const isTablet = (): boolean => tablet.current;
