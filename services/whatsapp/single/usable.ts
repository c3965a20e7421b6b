import { dailyLimit, roomLeft, stopsSending } from "../../../rules/whatsapp/numbers";
import { headerFormat } from "../../../rules/whatsapp/templates";
import type { Trx } from "../../kit/database";
import type { ConnectedNumber } from "../../social/contract.whatsapp";
import { listReached } from "../numbers/reached";
import { type NumberRow, numberRow } from "../numbers/store";
import { chosenFault, type KeptTemplate, loadTemplate } from "../templates/store";

/** A number and a template with why either can't be used; "": it can. */
export type SingleChoice = {
  number: ConnectedNumber | undefined;
  known: NumberRow | undefined;
  number_fault: string;
  template: KeptTemplate | undefined;
  template_fault: string;
};

export async function chooseSingle(
  trx: Trx,
  account: string,
  connected: readonly ConnectedNumber[],
  { number_id, template_id }: { number_id: number; template_id: number },
): Promise<SingleChoice> {
  const number = connected.find(({ channel_id }) => channel_id === number_id);
  const known = number && (await numberRow(trx, account, number.channel_id));
  const template = await loadTemplate(trx, account, template_id);
  const business = number?.business_id || known?.business_id || "";
  return {
    number,
    known,
    number_fault: numberFault(number, known),
    template,
    template_fault: templateFault(template, business),
  };
}

function numberFault(number: ConnectedNumber | undefined, known: NumberRow | undefined): string {
  if (!number) return "Choose one of your WhatsApp numbers.";
  if (number.stopped) return number.stopped;
  if (!number.active) return "This number is switched off.";
  return known && stopsSending(known.quality) ? "The quality of this number is low, so nothing is sent from it." : "";
}

/** @param business of the number; "" while it is not known */
function templateFault(template: KeptTemplate | undefined, business: string): string {
  const fault = chosenFault(template, business);
  if (fault !== "" || !template) return fault;
  return headerFormat(template.components) ? "Choose a template without a picture or a file." : "";
}

/** Whether the number may write to this customer now: it reaches so many new ones in a moving day. */
export async function hasRoom(
  trx: Trx,
  account: string,
  { business_id, tier, to }: { business_id: string; tier: string; to: string },
  now: number,
): Promise<boolean> {
  const day = await listReached(trx, account, business_id);
  const reached = day.map(({ at }) => at.getTime());
  return day.some(({ msisdn }) => msisdn === to) || roomLeft(dailyLimit(tier), reached, now) !== 0;
}
