/** Pages of a child account that a reseller's page leads to. */
const places = ["/sms/send", "/sms/bulk", "/sms/history"] as const;

/** The page that was asked for, when it is one of these or a message's own; else the child's dashboard. */
export function placeInChild(to: string | undefined): string {
  const known = places.some((place) => place === to) || /^\/sms\/history\/\d{1,15}(\/messages)?$/.test(to ?? "");
  return known && to !== undefined ? to : "/dashboard";
}
