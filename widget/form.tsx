/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import type { Question } from "../rules/webchat";
import type { Chat } from "./chat";
import { Field } from "./parts";

type Answers = Record<string, string>;

function Control({
  asked,
  value,
  errors,
  language,
}: {
  asked: Question;
  value: string;
  errors?: string[];
  language: "en" | "sw";
}) {
  const { name, kind, required, choices } = asked;
  const tied = {
    ...{ id: `q-${name}`, name, required },
    "aria-invalid": errors ? true : undefined,
    "aria-describedby": errors ? `q-${name}-err` : undefined,
  };
  if (kind === "choice")
    return (
      <select {...tied} defaultValue={value}>
        <option value="">{language === "sw" ? "Chagua" : "Choose"}</option>
        {choices.map((choice) => (
          <option key={choice} selected={choice === value}>
            {choice}
          </option>
        ))}
      </select>
    );
  if (kind === "paragraph") return <textarea {...tied} rows={3} maxLength={2000} defaultValue={value} />;
  // A tick is a TickField.
  const types = { text: "text", email: "email", phone: "tel", tick: "text" } as const;
  const auto: Record<string, "name" | "email" | "tel"> = { name: "name", email: "email", phone: "tel" };
  // With a `list` these would be combo boxes, and the types want to know that they are none.
  const known = { type: types[kind], list: undefined, autocomplete: auto[name] ?? ("off" as const), maxLength: 2_000 };
  return <input {...tied} {...known} defaultValue={value} />;
}

function TickField({ name, words, errors }: { name: string; words: string; errors?: string[] }) {
  const id = `q-${name}`;
  const wrong = errors ? { "aria-invalid": true, "aria-describedby": `${id}-err` } : {};
  return (
    <div class="field">
      <label class="tick">
        <input type="checkbox" id={id} name={name} {...wrong} />
        <span>{words}</span>
      </label>
      {errors?.map((error) => (
        <p class="err" id={`${id}-err`} key={error}>
          {error}
        </p>
      ))}
    </div>
  );
}

/** What is asked before a chat, or with a message when nobody is there. */
export function StartForm({ chat, away }: { chat: Chat; away: boolean }) {
  const { say, state, settings, keep } = chat;
  const { language, errors, working } = state;
  const [profile] = useState(() => keep.get<Answers>("profile") ?? {});
  const [draft] = useState(() => keep.get<string>("draft") ?? "");
  const consent = settings.consent[language] || settings.consent.en || settings.consent.sw;
  const asksMessage = away;

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const answers: Answers = {};
    for (const { name, kind } of chat.questions())
      answers[name] = kind === "tick" ? (form.has(name) ? "yes" : "") : String(form.get(name) ?? "");
    const message = asksMessage ? String(form.get("message") ?? "").trim() : "";
    if (message) keep.set("draft", undefined);
    void chat.submit(answers, form.has("consent"), message)?.then(() => {
      // When the answer is drawn.
      setTimeout(() => document.querySelector<HTMLElement>("[aria-invalid]")?.focus(), 100);
    });
  }

  function remember(event: Event): void {
    const form = new FormData(event.currentTarget as HTMLFormElement);
    keep.set("profile", Object.fromEntries([...form].filter(([name]) => name !== "message" && name !== "consent")));
    if (asksMessage) keep.set("draft", String(form.get("message") ?? "") || undefined);
  }

  return (
    <form class="start" onSubmit={submit} onInput={remember} noValidate={!asksMessage}>
      {chat.questions().map((asked) =>
        asked.kind === "tick" ? (
          <TickField
            key={asked.name}
            name={asked.name}
            words={asked.label[language] || asked.label.en}
            {...(errors[asked.name] ? { errors: errors[asked.name] } : {})}
          />
        ) : (
          <Field
            key={asked.name}
            id={`q-${asked.name}`}
            label={asked.label[language] || asked.label.en}
            {...(asked.required ? {} : { more: say("optional") })}
            {...(errors[asked.name] ? { errors: errors[asked.name] } : {})}
          >
            <Control
              asked={asked}
              value={profile[asked.name] ?? ""}
              language={language}
              {...(errors[asked.name] ? { errors: errors[asked.name] } : {})}
            />
          </Field>
        ),
      )}
      {asksMessage && (
        <Field id="q-message" label={say("message")}>
          <textarea id="q-message" name="message" rows={3} required maxLength={10_000} defaultValue={draft} />
        </Field>
      )}
      {consent && <TickField name="consent" words={consent} {...(errors.consent ? { errors: errors.consent } : {})} />}
      <button class="main wide" type="submit" aria-disabled={working}>
        {asksMessage ? say("sendMessage") : say("start")}
      </button>
    </form>
  );
}
