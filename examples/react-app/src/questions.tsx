import { type Asker, createAsker } from "@readback/core";
import { defineReadbackQuestions, type ReadbackQuestions } from "@readback/web";
import {
  type DetailedHTMLProps,
  type HTMLAttributes,
  type ReactNode,
  useEffect,
  useState,
} from "react";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "readback-questions": DetailedHTMLProps<HTMLAttributes<ReadbackQuestions>, ReadbackQuestions>;
    }
  }
}

/** Shows questions where it stands, and hands over the asker that asks there. Children stand there while nobody asks. */
export function Questions({
  onAsker,
  children,
}: {
  onAsker: (asker: Asker | undefined) => void;
  children?: ReactNode;
}) {
  const [element, setElement] = useState<ReadbackQuestions | null>(null);
  useEffect(() => {
    if (!element) return;
    defineReadbackQuestions();
    const asker = createAsker({ bridge: element });
    onAsker(asker);
    return () => {
      onAsker(undefined);
      asker.dispose();
    };
  }, [element, onAsker]);
  return (
    <readback-questions ref={setElement}>
      <div slot="empty">{children}</div>
    </readback-questions>
  );
}
