import type { SurveyAnswer } from "./graph";

type Place = Extract<SurveyAnswer, { kind: "place" }>;

/** Latitude and longitude: "-1.2864, 36.8172", "1.2864 S, 36.8172 E". */
const pair =
  /^\(?\s*([+-]?\d{1,3}(?:\.\d{1,15})?)\s*°?\s*([nNsS])?\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d{1,15})?)\s*°?\s*([eEwW])?\s*\)?$/;
/** The same in the address of a map, as WhatsApp and map programs share it. */
const mapAddress =
  /https?:\/\/[^\s]*?(?:[?&](?:q|query|ll|destination)=|\/@|geo:)([+-]?\d{1,3}(?:\.\d{1,15})?)(?:,|%2C)\s*([+-]?\d{1,3}(?:\.\d{1,15})?)[^\s]*/i;

/** Where somebody is, as it was typed or shared: latitude and longitude, the address of a map, or the name of a place. */
export function placeIn(typed: string): Place | "bounds" {
  const text = typed.trim();
  const [, north, ns = "", east, ew = ""] = pair.exec(text) ?? [];
  if (north !== undefined && east !== undefined) {
    const at = coordinates(signed(north, /s/i.test(ns)), signed(east, /w/i.test(ew)));
    // Two whole numbers are more likely a plot and a house than a latitude and a longitude.
    if (/[.°nsew]/i.test(text)) return at ? { kind: "place", text: coordinateText(at), at } : "bounds";
  }
  const [shared, latitude, longitude] = mapAddress.exec(text) ?? [];
  const at = shared ? coordinates(Number(latitude), Number(longitude)) : undefined;
  if (!shared || !at) return { kind: "place", text, at: null };
  const name = text
    .replace(shared, "")
    .replace(/^Location:\s*/i, "")
    .replace(/\s+/g, " ")
    .trim();
  return { kind: "place", text: name || coordinateText(at), at };
}

function signed(digits: string, negative: boolean): number {
  return negative ? -Math.abs(Number(digits)) : Number(digits);
}

function coordinates(latitude: number, longitude: number): [number, number] | undefined {
  const known = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return known ? [rounded(latitude), rounded(longitude)] : undefined;
}

/** To a tenth of a metre. Zero has no sign. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6 + 0;
}

function coordinateText([latitude, longitude]: [number, number]): string {
  return `${latitude}, ${longitude}`;
}

/** A place in words: its name, and where it is. */
export function placeText({ text, at }: Place): string {
  const where = at ? coordinateText(at) : "";
  return where === "" || text === where ? text : `${text} (${where})`;
}
