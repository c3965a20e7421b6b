/** @jsxImportSource preact */
import { linkify } from "../rules/linkify";
import type { Chat } from "./chat";
import { StartForm } from "./form";
import { Icon } from "./parts";

/** Text with its addresses as links: pieces, never markup. */
export function Text({ children }: { children: string }) {
  return (
    <>
      {linkify(children).map(({ text, href }, at) =>
        href ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
          <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </>
  );
}

function Faqs({ chat }: { chat: Chat }) {
  const { say, state, settings } = chat;
  if (settings.faqs.length === 0) return null;
  return (
    <section class="faqs" aria-labelledby="asked">
      <h2 id="asked">{say("asked")}</h2>
      <input
        type="search"
        aria-label={say("search")}
        placeholder={say("search")}
        defaultValue={state.search}
        onInput={(event) => void chat.find(event.currentTarget.value)}
      />
      <ul>
        {state.faqs.map(({ id, question, language }) => (
          <li key={id}>
            <button type="button" lang={language} onClick={() => void chat.openFaq(id)}>
              {question}
              <Icon name="next" size={14} />
            </button>
          </li>
        ))}
      </ul>
      {state.faqs.length === 0 && <p class="quiet">{say("noAnswers")}</p>}
    </section>
  );
}

export function Faq({ chat }: { chat: Chat }) {
  const { say, state } = chat;
  const { faq } = state;
  if (!faq) return null;
  return (
    <article class="scroll" lang={faq.language}>
      <button class="bare" type="button" onClick={() => void chat.openFaq(undefined)}>
        <Icon name="back" />
        {say("back")}
      </button>
      <h2>{faq.question}</h2>
      <p class="answer">
        <Text>{faq.answer}</Text>
      </p>
      {state.helped ? (
        <p role="status">{say("thanks")}</p>
      ) : (
        <p class="row">
          {say("helped")}
          <button type="button" onClick={() => chat.faqHelped()}>
            {say("yes")}
          </button>
          <button type="button" onClick={() => void chat.openFaq(undefined)}>
            {say("no")}
          </button>
        </p>
      )}
    </article>
  );
}

/** Before a chat: what is often asked, and the form; outside opening hours a message may be left. */
export function Home({ chat }: { chat: Chat }) {
  const { say, state, settings } = chat;
  const { language, standing } = state;
  const greeting = settings.greeting[language] || settings.greeting.en || settings.greeting.sw;
  const away = !standing.open;
  const awayText = settings.away.text[language] || settings.away.text.en || settings.away.text.sw;
  const needsForm =
    away || state.wantsForm || chat.questions().length > 0 || Boolean(settings.consent.en || settings.consent.sw);
  return (
    <div class="scroll">
      {greeting && !away && <p class="greeting">{greeting}</p>}
      {away && (
        <div class="away">
          <h2>{settings.away.form ? say("leave") : say("away")}</h2>
          <p class="quiet">{awayText || say("leaveWords")}</p>
        </div>
      )}
      <Faqs chat={chat} />
      {settings.signed && !state.identity ? (
        <p class="quiet">{say("signIn")}</p>
      ) : (
        needsForm && (!away || settings.away.form) && <StartForm chat={chat} away={away} />
      )}
    </div>
  );
}
