import type { SentQuestion, WhatsappForm } from "../../services/social/contract.whatsapp";

type SentMessage = { to: string; message_id: string; form?: WhatsappForm; template_id?: number };

/** The WhatsApp service as surveys know it: what was sent, whose window is open, and what becomes of the next message. */
export function whatsappWire() {
  const wire = {
    sent: [] as SentMessage[],
    open: new Set<string>(),
    outcome: "sent" as SentQuestion["kind"],
    allowed: true,
    /** A template costs 1.20 in Kenya. */
    client: {
      numbers: async () =>
        wire.allowed ? { status: 200, body: { data: [] } } : { status: 403, body: { message: "No" } },
      questionTerms: async ({ body }: { body: { number_id: number | null; template_id: number | null } }) => ({
        status: 200,
        body: {
          number_fault: body.number_id === 7 ? "" : "Choose one of your numbers.",
          number_name: "+254 709 000 100",
          template_fault: body.template_id === 8 ? "" : "Choose one of this number's templates.",
          ...{
            template_name: "survey_invitation",
            template_text: "May we ask you some questions?",
            category: "UTILITY",
          },
          prices: [{ category: "UTILITY", country: "KE", price: 12_000 }],
        },
      }),
      openWindows: async ({ body }: { body: { msisdns: string[] } }) => ({
        status: 200,
        body: { msisdns: body.msisdns.filter((msisdn) => wire.open.has(msisdn)) },
      }),
      askCustomer: async ({ body }: { body: SentMessage }) => {
        if (wire.outcome === "sent" || wire.outcome === "unknown") wire.sent.push(body);
        const provider_id = `wamid.${body.message_id}`;
        const refused = { words: "The number has no WhatsApp." };
        return {
          status: 201,
          body: { kind: wire.outcome, provider_id, ...(wire.outcome === "refused" ? refused : {}) },
        };
      },
    },
  };
  return wire;
}
