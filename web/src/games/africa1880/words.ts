/** Orders in words. */
import { countryName, nameOf, orderWord, say } from "./hand.svelte";
import type { PastSheet, SheetView } from "./view";

/** "Alger → Libye", "Ténéré : développe": one for each line that says something. */
export function ordersInWords(sheet: PastSheet): string[] {
  const orders = Object.entries(sheet.orders).flatMap(([id, order]) =>
    order === null || order === "nothing"
      ? []
      : [
          order === "develop"
            ? say("orderOf", { place: nameOf(id), order: orderWord(order) })
            : `${nameOf(id)} ${orderWord(order)}`,
        ],
  );
  return sheet.landing === null || sheet.landing === "nothing"
    ? orders
    : [...orders, say("landingOf", { order: orderWord(sheet.landing) })];
}

/** My sheet as text that the server reads back: every line there is, written or not. */
export function sheetInWords(sheet: SheetView): string {
  const order = (value: string | null): string =>
    value === null ? "" : value === "develop" ? "D" : value === "nothing" ? say("didNothing") : nameOf(value);
  const relation = { alliance: "A", war: say("warLetter") };
  return [
    ...sheet.orders.map((each) => `${nameOf(each.territory)}: ${order(each.order)}`),
    ...(sheet.landing.coasts.length === 0 ? [] : [`${say("boatWord")}: ${order(sheet.landing.order)}`]),
    ...sheet.relations.map(
      (each) => `${countryName(each.country)}: ${each.relation === null ? "" : relation[each.relation]}`,
    ),
  ].join("\n");
}
