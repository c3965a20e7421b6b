import type { FaqLine, FaqShown } from "../rules/webchat";
import { type Answer, call } from "./api";
import type { State } from "./state";

type Options = { key: string; state: State; changed(): void; refused(answer: Answer<unknown>): void };

/** What is often asked: looked for, opened, and whether it helped. */
export function faqCalls({ key, state, changed, refused }: Options) {
  return {
    async find(q: string): Promise<void> {
      state.search = q;
      const query = new URLSearchParams({ a: key, q, language: state.language });
      const answer = await call<{ data: FaqLine[] }>("GET", `/faqs?${query}`);
      if (answer.ok && state.search === q) state.faqs = answer.body.data;
      changed();
    },
    async openFaq(id: number | undefined): Promise<void> {
      state.faq = undefined;
      state.helped = false;
      changed();
      if (id === undefined) return;
      const answer = await call<FaqShown>("GET", `/faqs/${id}?${new URLSearchParams({ a: key })}`);
      if (answer.ok) state.faq = answer.body;
      else refused(answer);
      changed();
    },
    faqHelped(): void {
      const { faq } = state;
      state.helped = true;
      if (faq) void call("POST", `/faqs/${faq.id}/helped?${new URLSearchParams({ a: key })}`, { body: {} });
      changed();
    },
  };
}
