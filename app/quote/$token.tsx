// /quote/:token - a quote as its customer reads it, and accepts or declines it
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { brand } from "../../rules/brand";
import type { ShownQuote } from "../../services/crm/contract.quotes";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { QuotePaper } from "../kit/quotes/paper";
import { titledBy } from "../kit/title";
import { Button } from "../kit/ui/button";
import { TextArea, TextInput } from "../kit/ui/field";
import { readForm } from "../shell/form.server";
import { asGuest } from "../shell/steps.server";

export const meta = titledBy<typeof loader>(({ data: found }) =>
  found?.quote ? `Quote ${found.quote.document.number}` : "Quote",
);

/** Looking changes nothing: programs that check mails follow every link. */
export async function loader(args: LoaderFunctionArgs) {
  const token = args.params.token ?? "";
  const answer = await asGuest(args).api.crm.shownQuote({ params: { token } });
  if (answer.status !== 200)
    return data({ token, quote: undefined, why: answer.body.message }, { status: answer.status });
  return data({ token, quote: answer.body, why: "" }, { status: 200 });
}

export async function action(args: ActionFunctionArgs) {
  const token = args.params.token ?? "";
  const form = await readForm(args.request);
  const typed = (name: string, most: number) => String(form.get(name) ?? "").slice(0, most);
  const given = { answer: typed("answer", 10), name: typed("name", 200), reason: typed("reason", 2_000) };
  const chosen = given.answer === "declined" ? "declined" : "accepted";
  const answer = await asGuest(args).api.crm.answerQuote({
    params: { token },
    body: { version: Number(form.get("version")) || 1, ...given, answer: chosen },
  });
  if (answer.status === 201) return redirect(href("/quote/:token", { token }));
  const { message, errors = {} } = answer.body;
  return data({ message, errors, ...given }, { status: answer.status });
}

export default function CustomerQuote() {
  const { token, quote, why } = useLoaderData<typeof loader>();
  if (!quote)
    return (
      <Frame title="This link does not lead to a quote" seller="">
        <p>{why}</p>
        <p className="mt-2 text-quiet">Use the link as you were sent it, whole.</p>
      </Frame>
    );
  const { document } = quote;
  return (
    <Frame title={`Quote ${document.number} from ${document.seller.name}`} seller={document.seller.name}>
      <StateLine quote={quote} />
      <section className="card p-5 max-md:p-4" aria-label="Quote">
        <QuotePaper document={document} />
      </section>
      <p className="my-4">
        <a className="link" href={href("/quote/:token/file", { token })}>
          Download as a PDF
        </a>
      </p>
      {quote.state === "sent" && <AnswerForms version={document.version} />}
    </Frame>
  );
}

function Frame({ title, seller, children }: { title: string; seller: string; children: ReactNode }) {
  return (
    <main id="main" className="mx-auto flex min-h-dvh w-full max-w-[760px] flex-col px-4 py-8">
      <h1 className="text-xl font-semibold tracking-[-0.01em] wrap-anywhere">{title}</h1>
      <div className="mt-6 flex-1">{children}</div>
      <p className="mt-8 text-xs text-quiet">
        {seller && `From ${seller}, with `}
        {brand.name}
      </p>
    </main>
  );
}

const stateWords: Record<Exclude<ShownQuote["state"], "sent" | "accepted" | "declined">, string> = {
  expired: "This quote is not valid any more. Ask for a new one.",
  changed: "A newer version of this quote is being made. You will be sent it.",
};

function StateLine({ quote: { state, answered_at, answered_by, time_zone } }: { quote: ShownQuote }) {
  if (state === "sent") return null;
  return (
    <p role="status" className="mb-4 font-medium wrap-anywhere">
      {state === "accepted" || state === "declined" ? (
        <>
          {state === "accepted" ? "Accepted" : "Declined"} by {answered_by}
          {answered_at && (
            <>
              , <DateTime at={answered_at} zone={time_zone} />
            </>
          )}
          .
        </>
      ) : (
        stateWords[state]
      )}
    </p>
  );
}

/** Two forms: a name is enough to accept; who declines may say why. */
function AnswerForms({ version }: { version: number }) {
  const last = useActionData<typeof action>();
  const failed = (answer: string) => (last?.answer === answer ? last : undefined);
  const accepting = failed("accepted");
  const declining = failed("declined");
  return (
    <div className="grid gap-4">
      {last && Object.keys(last.errors).length === 0 && (
        <p role="alert" className="err">
          {last.message}
        </p>
      )}
      <Form method="post" className="card grid gap-4 p-5 max-md:p-4" aria-label="Accept">
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="answer" value="accepted" />
        <TextInput
          id="name"
          name="name"
          label="Your name"
          autoComplete="name"
          maxLength={100}
          defaultValue={accepting?.name ?? ""}
          errors={accepting?.errors.name ?? []}
        />
        <div>
          <Button variant="primary" size="lg">
            Accept the quote
          </Button>
        </div>
      </Form>
      <details className="card p-5 max-md:p-4" open={declining !== undefined}>
        <summary className="link cursor-pointer">Decline the quote</summary>
        <Form method="post" className="mt-4 grid gap-4" aria-label="Decline">
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="answer" value="declined" />
          <TextInput
            id="decline-name"
            name="name"
            label="Your name"
            autoComplete="name"
            maxLength={100}
            defaultValue={declining?.name ?? ""}
            errors={declining?.errors.name ?? []}
          />
          <TextArea
            id="reason"
            name="reason"
            label="Why"
            optional
            rows={3}
            maxLength={1_000}
            defaultValue={declining?.reason ?? ""}
            errors={declining?.errors.reason ?? []}
          />
          <div>
            <Button size="lg">Decline</Button>
          </div>
        </Form>
      </details>
    </div>
  );
}
