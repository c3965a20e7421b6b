import { CornerUpLeft, type LucideIcon, MessageCircle, MessageSquareText, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { brand } from "../../rules/brand";
import { BrandIcon } from "../kit/ui/brand-icon";
import { Link } from "../kit/ui/link";

const samples: { icon: LucideIcon; channel: string; time: string; who: string; asks: string; answer: string }[] = [
  {
    icon: MessageCircle,
    channel: "WhatsApp",
    time: "9:12 am",
    who: "Achieng Otieno",
    asks: "Is my parcel in Kisumu yet?",
    answer: "Yes. Collect it at Mega Plaza until 6:00 pm today.",
  },
  {
    icon: MessageSquareText,
    channel: "SMS",
    time: "9:14 am",
    who: "Kiprono Cheruiyot",
    asks: "BAL",
    answer: "Savings KES 84,210.00, shares KES 30,000.00.",
  },
  {
    icon: Phone,
    channel: "Call, 2 min 06 s",
    time: "9:15 am",
    who: "Halima Abdi Noor",
    asks: "asked to move her delivery.",
    answer: "A ticket is open for Monday morning.",
  },
];

function Logo({ home, className }: { home: string; className: string }) {
  return (
    <Link to={home} className={`flex items-center gap-2.5 self-start rounded text-lg font-semibold ${className}`}>
      <BrandIcon className={className.includes("md:hidden") ? "" : "bg-white! text-panel!"} />
      {brand.name}
    </Link>
  );
}

type AuthFrameProps = {
  title: string;
  /** Under the title: where one goes on to. */
  text?: ReactNode;
  home?: string;
  /** Small links at the bottom. */
  foot?: ReactNode;
  children: ReactNode;
};

/** The layout "default" (specification 1, section 2): the split background of the pages before sign-in. */
export function AuthFrame({ title, text, home = "/", foot, children }: AuthFrameProps) {
  return (
    <div className="grid min-h-dvh bg-surface md:grid-cols-2">
      <aside
        className="hidden flex-col justify-between gap-8 bg-panel p-12 text-white md:flex"
        aria-label={`What ${brand.name} is for`}
      >
        <Logo home={home} className="" />
        <div className="max-w-[440px]">
          <p className="mb-6 text-2xl font-semibold tracking-[-0.02em]">
            Every customer answered, on the channel they chose.
          </p>
          <ul className="grid gap-3">
            {samples.map(({ icon: Icon, ...sample }) => (
              <li key={sample.channel} className="rounded border border-panel-line bg-panel-card p-4">
                <p className="flex items-center gap-2 text-sm text-panel-quiet">
                  <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
                  {sample.channel}
                  <span className="num ml-auto">{sample.time}</span>
                </p>
                <p className="mt-2">
                  <span className="text-panel-quiet">{sample.who}</span> {sample.asks}
                </p>
                <p className="mt-2 flex gap-2 font-medium">
                  <CornerUpLeft
                    size={16}
                    strokeWidth={1.75}
                    className="mt-0.5 shrink-0 text-panel-mark"
                    aria-hidden="true"
                  />
                  {sample.answer}
                </p>
              </li>
            ))}
          </ul>
        </div>
        <p className="text-sm text-panel-quiet">
          SMS, WhatsApp, chat, calls, email, tickets and payments in one account.
        </p>
      </aside>
      <main id="main" className="flex flex-col px-6 py-10 max-md:px-4 max-md:py-6">
        <Logo home={home} className="md:hidden" />
        <div className="m-auto w-full max-w-[360px] max-md:mx-auto max-md:mt-10">
          <h1 className="text-2xl font-semibold tracking-[-0.02em]">{title}</h1>
          {text && <p className="mt-1 text-quiet">{text}</p>}
          <div className="mt-6">{children}</div>
        </div>
        {foot && <div className="mx-auto flex w-full max-w-[360px] gap-4 text-xs text-quiet">{foot}</div>}
      </main>
    </div>
  );
}
