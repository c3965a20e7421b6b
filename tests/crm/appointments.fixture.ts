import { sequenceStage } from "./sequences.fixture";

/** The CRM at 09:00 in Nairobi, the day before an appointment with a lead who can be written to. */
export async function appointmentStage() {
  const stage = await sequenceStage();
  stage.clock.now = new Date("2026-11-24T06:00:00Z");
  return { stage, lead: await stage.lead({ name: "Amina Hassan", email: "Amina@duka.test" }) };
}

/** The lines of an invitation, as a calendar program reads them. */
export const calendarLines = (text = "") => text.replaceAll("\r\n ", "").split("\r\n");
