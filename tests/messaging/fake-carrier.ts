import { countParts } from "../../rules/segments";
import type {
  Carrier,
  CarrierHooks,
  CarrierReceipt,
  PartOutcome,
  Sms,
  SmsResult,
} from "../../services/messaging/connectors/carrier";

type Behaviour = (sms: Sms, part: number) => PartOutcome | Promise<PartOutcome>;

/** A carrier without a wire: it keeps what it was given and answers as the test says. */
export function fakeCarrier(name = "fake") {
  const sent: Sms[] = [];
  let serial = 0;
  let hooks: CarrierHooks | undefined;
  let behave: Behaviour = () => taken();
  let ready = true;

  function taken(): PartOutcome {
    return { kind: "sent", messageId: `${name}-${++serial}` };
  }

  async function send(sms: Sms): Promise<SmsResult> {
    sent.push(sms);
    const all = sms.again?.parts ?? Array.from({ length: countParts(sms.text) }, (_, i) => i + 1);
    const parts = await Promise.all(
      all.map(async (n) => {
        const result = await behave(sms, n);
        return { n, result, ...(result.kind === "sent" ? { providerId: result.messageId } : {}) };
      }),
    );
    return { ref: sms.again?.ref ?? 7, parts };
  }

  return {
    sent,
    taken,
    carrier(given: CarrierHooks): Carrier {
      hooks = given;
      return { name, send, ready: () => ready, stop: async () => undefined };
    },
    behave(how: Behaviour): void {
      behave = how;
    },
    ready(is: boolean): void {
      ready = is;
    },
    receipt(providerId: string, state = "delivered", more: Partial<CarrierReceipt> = {}): Promise<void> {
      if (!hooks) throw new Error("no worker has started");
      return hooks.onReceipt({
        providerId,
        state,
        error: null,
        final: state !== "enroute" && state !== "accepted",
        ...more,
      });
    },
    message(from: string, to: string, text: string, providerRef: string | null = null): Promise<void> {
      if (!hooks) throw new Error("no worker has started");
      return hooks.onMessage({ from, to, text, providerRef });
    },
  };
}

/** A promise and its own resolve: to let a carrier answer when the test wants it. */
export function gate(): { opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
