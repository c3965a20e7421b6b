import { Steps } from "../../kit/ui/steps";

/** From the numbers to the message. */
export function ExpressSteps({ now }: { now: 0 | 1 | 2 }) {
  return (
    <Steps
      label="Steps of the express send"
      steps={["Add the numbers", "Check the columns", "Write the message"]}
      now={now}
    />
  );
}
