import checkNode from "./examples/check.node.txt?raw";
import checkPhp from "./examples/check.php.txt?raw";
import checkPython from "./examples/check.python.txt?raw";
import leadCurl from "./examples/lead.curl.txt?raw";
import leadNode from "./examples/lead.node.txt?raw";
import leadPhp from "./examples/lead.php.txt?raw";
import leadPython from "./examples/lead.python.txt?raw";
import sendCurl from "./examples/send.curl.txt?raw";
import sendNode from "./examples/send.node.txt?raw";
import sendPhp from "./examples/send.php.txt?raw";
import sendPython from "./examples/send.python.txt?raw";

/** What an example is filled in with. */
export type ExampleValues = { base: string; sender: string };

export type Example = { language: "curl" | "Node" | "Python" | "PHP"; code: string };

/** One message, sent with the key in the environment variable `API_KEY`. A test runs each that can be run. */
export function sendExamples({ base, sender }: ExampleValues): Example[] {
  const filled = (code: string) => code.trim().replaceAll("{{base}}", base).replaceAll("{{sender}}", sender);
  return [
    { language: "curl", code: filled(sendCurl) },
    { language: "Node", code: filled(sendNode) },
    { language: "Python", code: filled(sendPython) },
    { language: "PHP", code: filled(sendPhp) },
  ];
}

/** One lead of the CRM, added with the key in the environment variable `API_KEY`. A test runs each that can be run. */
export function leadExamples({ base }: Pick<ExampleValues, "base">): Example[] {
  const filled = (code: string) => code.trim().replaceAll("{{base}}", base);
  return [
    { language: "curl", code: filled(leadCurl) },
    { language: "Node", code: filled(leadNode) },
    { language: "Python", code: filled(leadPython) },
    { language: "PHP", code: filled(leadPhp) },
  ];
}

/**
 * Whether a web hook's request was signed with its secret. Each reads the secret from `SECRET`, the three headers from
 * `ID`, `TIMESTAMP` and `SIGNATURE` and the body from the standard input, and prints `true` or `false`.
 */
export function checkExamples(): Example[] {
  return [
    { language: "Node", code: checkNode.trim() },
    { language: "Python", code: checkPython.trim() },
    { language: "PHP", code: checkPhp.trim() },
  ];
}
