import { href } from "../../href";
import { Link } from "../../kit/ui/link";

/** Said where texts can't be spoken, with the way to upload a sound. */
export function NoSpeech() {
  return (
    <p role="status">
      Texts can't be made into sounds here: no text to speech is set up.{" "}
      <Link className="link" to={href("/voice/settings/sounds/new")} preventScrollReset>
        Upload an mp3
      </Link>
    </p>
  );
}
