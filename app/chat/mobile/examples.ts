import pushCurl from "./examples/push.curl.txt?raw";
import pushKotlin from "./examples/push.kotlin.txt?raw";
import pushSwift from "./examples/push.swift.txt?raw";
import sessionCurl from "./examples/session.curl.txt?raw";
import sessionKotlin from "./examples/session.kotlin.txt?raw";
import sessionSwift from "./examples/session.swift.txt?raw";
import talkCurl from "./examples/talk.curl.txt?raw";
import talkKotlin from "./examples/talk.kotlin.txt?raw";
import talkSwift from "./examples/talk.swift.txt?raw";

export type SdkExample = { language: "Kotlin" | "Swift" | "curl"; code: string };

/** What a developer copies into an app, filled in with our address and the app's key. */
export function sdkExamples(values: { base: string; key: string }) {
  const filled = (code: string) => code.trim().replaceAll("{{base}}", values.base).replaceAll("{{key}}", values.key);
  const each = (kotlin: string, swift: string, curl: string): SdkExample[] => [
    { language: "Kotlin", code: filled(kotlin) },
    { language: "Swift", code: filled(swift) },
    { language: "curl", code: filled(curl) },
  ];
  return {
    session: each(sessionKotlin, sessionSwift, sessionCurl),
    talk: each(talkKotlin, talkSwift, talkCurl),
    push: each(pushKotlin, pushSwift, pushCurl),
  };
}
