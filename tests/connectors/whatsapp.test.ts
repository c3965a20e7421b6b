import { describe, expect, test } from "vitest";
import { isUnexplained, optsOut, stops, waits, wordsFor } from "../../services/connectors/whatsapp.errors";
import { readEvents } from "../../services/connectors/whatsapp.events";

const base = { from: "254711000001", id: "wamid.1", timestamp: "1760000000" };
const value = (more: object) => ({
  messaging_product: "whatsapp",
  metadata: { display_phone_number: "+254 709 000 100", phone_number_id: "1" },
  ...more,
});
const read = (more: object) => {
  const { items, faults } = readEvents({ entry: [{ id: "0", changes: [{ field: "messages", value: value(more) }] }] });
  expect(faults).toEqual([]);
  return items.map(({ item }) => item);
};
const message = (more: object) => read({ messages: [{ ...base, ...more }] })[0];
const status = (more: object) => read({ statuses: [{ id: "wamid.2", timestamp: "1760000000", ...more }] })[0];

describe("what a message holds is said in words, and kept", () => {
  test("contact cards", () => {
    const jane = {
      name: { formatted_name: "Jane Wanjiru", first_name: "Jane" },
      phones: [{ phone: "+254 712 345 678", wa_id: "254712345678" }],
      emails: [{ email: "jane@shamba.test" }],
      org: { company: "Shamba" },
    };
    expect(message({ type: "contacts", contacts: [jane, { name: { first_name: "Ali" } }] })).toMatchObject({
      type: "text",
      text: "Contact: Jane Wanjiru, Shamba, +254 712 345 678, jane@shamba.test\nContact: Ali",
      meta: { contacts: [{ phones: [{ wa_id: "254712345678" }] }, {}] },
    });
  });

  test("orders, with their sum", () => {
    const item = (id: string, quantity: number, item_price: number) => ({
      ...{ product_retailer_id: id, quantity, item_price, currency: "KES" },
    });
    const order = {
      catalog_id: "7",
      text: "Before noon",
      product_items: [item("TV-43", 1, 32000), item("HDMI", 2, 500)],
    };
    expect(message({ type: "order", order })).toMatchObject({
      type: "text",
      text: "Order:\n1 × TV-43 at KES 32,000\n2 × HDMI at KES 500\nTotal: KES 33,000\nBefore noon",
      meta: { order: { catalog_id: "7" } },
    });
  });

  test("the answers of a flow, without its token", () => {
    const response_json = JSON.stringify({ flow_token: "x", full_name: "Jane", branch: "Nakuru", rooms: 2 });
    const interactive = { type: "nfm_reply", nfm_reply: { name: "flow", body: "Sent", response_json } };
    expect(message({ type: "interactive", interactive })).toMatchObject({
      text: "Form filled in:\nfull name: Jane\nbranch: Nakuru\nrooms: 2",
      meta: { flow: { answers: { full_name: "Jane", branch: "Nakuru", rooms: "2" } } },
    });
    const broken = { type: "nfm_reply", nfm_reply: { name: "flow", body: "Sent", response_json: "{" } };
    expect(message({ type: "interactive", interactive: broken })).toMatchObject({ type: "text", text: "Sent" });
  });

  test("a place with its name and address", () => {
    const location = { latitude: -1.28, longitude: 36.82, name: "Java House", address: "Mama Ngina Street" };
    expect(message({ type: "location", location })).toMatchObject({
      text: "Location: Java House, Mama Ngina Street\nhttps://maps.google.com/?q=-1.28,36.82",
      meta: { location },
    });
  });

  test("the ad it came from, the button pressed, and that it was forwarded", () => {
    const referral = { source_type: "ad", source_id: "12", headline: "43 inch TVs", ctwa_clid: "abc" };
    const text = { body: "Is it still there?" };
    expect(message({ type: "text", text, referral, context: { forwarded: true } })).toMatchObject({
      text: "Is it still there?",
      meta: { referral, forwarded: true },
    });
    expect(message({ type: "button", button: { text: "Yes", payload: "confirm-7" } })).toMatchObject({
      text: "Yes",
      meta: { payload: "confirm-7" },
    });
    const list_reply = { id: "nakuru", title: "Nakuru", description: "Kenyatta Avenue" };
    expect(message({ type: "interactive", interactive: { type: "list_reply", list_reply } })).toMatchObject({
      text: "Nakuru\nKenyatta Avenue",
      meta: { payload: "nakuru" },
    });
  });

  test("a part that is not as we know it costs nothing but itself (M6)", () => {
    const text = { body: "Hello" };
    expect(message({ type: "text", text, referral: 7, location: "there", contacts: {} })).toMatchObject({
      text: "Hello",
    });
    expect(message({ type: "location", location: { latitude: "north" } })).toMatchObject({ type: "unsupported" });
  });
});

describe("what changes", () => {
  test("an edited caption is the caption; an edit that does not say what changes nothing", () => {
    const edit = (inside: object) =>
      read({ messages: [{ ...base, type: "edit", edit: { original_message_id: "wamid.9", message: inside } }] });
    const item = { kind: "change", provider_id: "wamid.9", change: "edited" };
    expect(edit({ type: "image", image: { caption: "The receipt", id: "m1" } })).toMatchObject([
      { ...item, text: "The receipt" },
    ]);
    expect(edit({ type: "text", text: { body: "Nakuru" } })).toMatchObject([{ ...item, text: "Nakuru" }]);
    expect(edit({ type: "image", image: { caption: "" } })).toMatchObject([{ ...item, text: "" }]);
    expect(edit({ type: "hologram" })).toEqual([]);
  });

  test("a new number, a new id and a new phone are news of the customer, and no message", () => {
    const system = (more: object) => message({ type: "system", system: more });
    const moved = { kind: "customer", external_id: "254711000001", new_id: "254722000002", msisdn: "+254722000002" };
    expect(system({ type: "user_changed_number", wa_id: "254722000002", body: "x" })).toMatchObject(moved);
    expect(system({ type: "customer_changed_number", new_wa_id: "254722000002" })).toMatchObject(moved);
    expect(system({ type: "customer_identity_changed", identity: "x" })).toEqual({
      ...{ kind: "customer", external_id: "254711000001" },
      words: "The customer has WhatsApp on another phone, or installed it again.",
    });
    expect(system({ type: "something_new" })).toBeUndefined();
  });

  test("listened to is read; deleted elsewhere is deleted; a warning is nothing", () => {
    expect(status({ status: "played" })).toMatchObject({ kind: "status", status: "read" });
    expect(status({ status: "deleted" })).toMatchObject({ kind: "change", provider_id: "wamid.2", change: "deleted" });
    expect(status({ status: "warning" })).toBeUndefined();
  });
});

describe("the codes of the Cloud API (M20)", () => {
  test("what is wrong with the channel stops it", () => {
    for (const code of [0, 3, 10, 190, 368, 131005, 131031, 131037, 131042, 131045, 133010, 133016])
      expect([code, stops(code), waits(code)]).toEqual([code, true, undefined]);
    for (const code of [131026, 131047, 131050, 132000, 132015]) expect([code, stops(code)]).toEqual([code, false]);
  });

  test("what passes is tried again", () => {
    for (const code of [4, 80007, 130429, 131000, 131016, 131056, 131057, 135000])
      expect(waits(code)).toBeGreaterThan(0);
    expect(waits(131064)).toBe(86_400);
    for (const code of [131026, 131047, 132000]) expect(waits(code)).toBeUndefined();
    expect([131000, 135000, 131056].map(isUnexplained)).toEqual([true, true, false]);
  });

  test("each has words of its own", () => {
    const known = [131030, 132008, 131050, 137000, 131063, 131064, 131037, 133016, 135000, 0, 3];
    for (const code of known) expect(wordsFor(code)).not.toMatch(/refused it/);
    expect(wordsFor(137000, "Not for this number")).toBe(
      "WhatsApp does not take this message for this number: Not for this number",
    );
    expect(wordsFor(999, "Odd")).toBe("WhatsApp refused it (999): Odd");
    expect([optsOut(131050), optsOut(131026)]).toEqual([true, false]);
  });
});
