import { CircleCheck, CircleDashed, X } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "./link";
import { Bar } from "./progress";

export type Task = { label: string; to: string; done: boolean };

type ChecklistProps = {
  title: string;
  text?: string;
  tasks: readonly Task[];
  /** The same page without the list. */
  hide?: string;
  /** In its place: a form that puts the list away. */
  close?: ReactNode;
};

/** The first run: what is done, and the next thing to do. */
export function Checklist({ title, text, tasks, hide, close }: ChecklistProps) {
  const done = tasks.filter((task) => task.done).length;
  const next = tasks.find((task) => !task.done);
  return (
    <section className="card" aria-label={title}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
        <div className="min-w-0">
          <h2 className="font-semibold">{title}</h2>
          {text && <p className="text-sm text-quiet">{text}</p>}
        </div>
        <div className="flex items-center gap-3 max-md:w-full md:ml-auto">
          <span className="num text-sm whitespace-nowrap text-quiet">
            {done} of {tasks.length} done
          </span>
          <Bar value={done} max={tasks.length} label={title} className="h-1.5! max-md:flex-1 md:w-28!" />
          {hide && (
            <Link className="more" to={hide} aria-label="Hide this list" preventScrollReset>
              <X size={16} strokeWidth={1.75} aria-hidden="true" />
            </Link>
          )}
          {close}
        </div>
      </div>
      <ol className="grid divide-line border-t border-line max-lg:divide-y lg:auto-cols-fr lg:grid-flow-col lg:divide-x">
        {tasks.map((task) => (
          <li key={task.label} className="flex min-h-11 items-center gap-2.5 px-4 py-2 text-sm">
            {task.done ? (
              <CircleCheck size={16} strokeWidth={1.75} className="shrink-0 text-good" aria-hidden="true" />
            ) : (
              <CircleDashed size={16} strokeWidth={1.75} className="shrink-0 text-brand" aria-hidden="true" />
            )}
            {task.done ? (
              <span className="text-quiet">
                {task.label}
                <span className="sr-only">, done</span>
              </span>
            ) : (
              <Link className={task === next ? "link" : "hover:underline"} to={task.to}>
                {task.label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
