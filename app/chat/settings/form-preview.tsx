import { ChevronDown, Star } from "lucide-react";
import { formQuestions } from "../../../rules/chat-forms";
import type { ChatForm } from "../../../services/chat/contract.forms";
import { href } from "../../href";
import { Tabs } from "../../kit/ui/tabs";

const words = {
  begin: { en: "Start the chat", sw: "Anza mazungumzo" },
  send: { en: "Send", sw: "Tuma" },
  comment: { en: "Anything to add?", sw: "Kuna la kuongeza?" },
  choose: { en: "Choose", sw: "Chagua" },
  optional: { en: "optional", sw: "si lazima" },
} as const;

/** How a visitor who is not known yet sees the form; nothing in it can be filled in here. */
export function FormPreview({ form, language }: { form: ChatForm; language: "en" | "sw" }) {
  const path = `/chat/settings/${form.kind}` as const;
  const questions = formQuestions(form);
  const title = language === "sw" ? form.title_sw || form.title_en : form.title_en || form.title_sw;
  return (
    <section className="card lg:sticky lg:top-4" aria-label="How visitors see it">
      <div className="card-head">
        <h2>How visitors see it</h2>
      </div>
      <div className="p-4">
        <Tabs
          label="Language of the preview"
          tabs={[
            { label: "English", to: href(path), current: language === "en" },
            { label: "Swahili", to: href(path, undefined, { language: "sw" }), current: language === "sw" },
          ]}
        />
        {form.active ? (
          <div
            className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line bg-canvas p-4 text-sm"
            lang={language}
          >
            {form.kind === "postchat" && (
              <>
                {title && <p className="font-semibold wrap-anywhere">{title}</p>}
                <p className="flex gap-1 text-warn">
                  {[1, 2, 3, 4, 5].map((star) => (
                    <Star key={star} size={22} strokeWidth={1.5} aria-hidden="true" />
                  ))}
                  <span className="sr-only">One to five stars</span>
                </p>
                {form.comment && <Line label={words.comment[language]} tall />}
              </>
            )}
            {questions.map(({ name, label, kind, required, choices }) =>
              kind === "tick" ? (
                <p key={name} className="flex gap-2">
                  <span
                    className="mt-0.5 size-4 shrink-0 rounded-sm border border-field bg-surface"
                    aria-hidden="true"
                  />
                  <span className="wrap-anywhere">{label[language]}</span>
                </p>
              ) : (
                <Line
                  key={name}
                  label={label[language]}
                  {...(required ? {} : { more: words.optional[language] })}
                  tall={kind === "paragraph"}
                  {...(kind === "choice" ? { list: [words.choose[language], ...choices] } : {})}
                />
              ),
            )}
            <p>
              <span className="inline-flex h-9 items-center rounded bg-brand px-4 font-medium text-brand-ink">
                {form.kind === "prechat" ? words.begin[language] : words.send[language]}
              </span>
            </p>
          </div>
        ) : (
          <p className="text-quiet">The form is off: visitors are not asked anything.</p>
        )}
        <p className="mt-3 text-sm text-quiet">
          {form.kind === "prechat"
            ? "Known visitors are only asked for missing details."
            : "Shown once when a chat has ended. Visitors can skip it."}
        </p>
      </div>
    </section>
  );
}

type LineProps = { label: string; more?: string; tall?: boolean; list?: readonly string[] };

/** A field as the widget draws it: a list is one that opens, and what need not be answered says so. */
function Line({ label, more, tall = false, list }: LineProps) {
  return (
    <div>
      <p className="mb-1 font-medium wrap-anywhere">
        {label}
        {more && <span className="font-normal text-quiet"> ({more})</span>}
      </p>
      {list ? (
        <div className="relative">
          <select className="input" aria-label={label}>
            {list.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
          <ChevronDown
            size={16}
            strokeWidth={1.75}
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-quiet"
          />
        </div>
      ) : (
        <p className={`rounded border border-field bg-surface ${tall ? "h-16" : "h-9"}`} />
      )}
    </div>
  );
}
