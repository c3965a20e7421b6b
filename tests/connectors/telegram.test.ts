import { expect, test } from "vitest";
import { readUpdate } from "../../services/connectors/telegram.updates";

const user = { id: 7001, is_bot: false, first_name: "Wanjiru" };
const message = (more: object) => {
  const update = {
    update_id: 1,
    message: { message_id: 5, from: user, chat: { id: 7001, type: "private" }, date: 1_760_000_000, ...more },
  };
  const { items, faults } = readUpdate(update, "@bot");
  expect(faults).toEqual([]);
  return items[0];
};

test("one's own contact brings one's number; another's is only a contact", () => {
  const contact = { phone_number: "254712345678", first_name: "Wanjiru", user_id: 7001 };
  expect(message({ contact })).toMatchObject({
    ...{ text: "Contact: Wanjiru 254712345678", meta: { contact: { phone_number: "254712345678" } } },
    sender: { msisdn: "+254712345678" },
  });
  for (const other of [
    { ...contact, user_id: 8 },
    { phone_number: "254712345678", first_name: "Ali" },
  ])
    expect(message({ contact: other })).toMatchObject({ sender: { msisdn: "" } });
});

test("a link into the bot is kept and is no command to read", () => {
  expect(message({ text: "/start promo_77" })).toMatchObject({
    text: "Opened the chat",
    meta: { deep_link: "promo_77" },
  });
  expect(message({ text: "/start" })).toMatchObject({ text: "/start", meta: {} });
  expect(message({ text: "/start now please" })).toMatchObject({ text: "/start now please" });
});

test("a place has its name, a round film is a film, and what was passed on says so", () => {
  const location = { latitude: -1.28, longitude: 36.82 };
  expect(message({ location, venue: { title: "Java House", address: "Mama Ngina Street", location } })).toMatchObject({
    text: "Location: Java House, Mama Ngina Street\nhttps://maps.google.com/?q=-1.28,36.82",
    meta: { location: { ...location, name: "Java House" } },
  });
  expect(message({ video_note: { file_id: "v1" } })).toMatchObject({ media: { id: "v1", name: "video.mp4" } });
  expect(message({ text: "See", forward_origin: { type: "user" } })).toMatchObject({ meta: { forwarded: true } });
});
