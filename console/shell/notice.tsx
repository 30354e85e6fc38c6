/** The last thing that was done and can be taken back at once: pages say it here. */
import { createContext, type ReactNode, useContext, useState } from "react";
import { later } from "../parts/in-time.ts";
import { Soon } from "../parts/page.tsx";
import type { Notice } from "./notice-bar.tsx";

interface Notices {
  show(notice: Notice): void;
}

const NoticeContext = createContext<Notices>({ show: () => {} });

export function useNotice(): Notices {
  return useContext(NoticeContext);
}

const NoticeBar = later(() => import("./notice-bar.tsx"), "NoticeBar");

/** Around the pages of an organization: what is said outlives the page on which it was done. */
export function NoticeArea({ children }: { readonly children: ReactNode }) {
  const [notice, setNotice] = useState<Notice>();
  const [notices] = useState<Notices>({ show: setNotice });
  return (
    <NoticeContext value={notices}>
      {children}
      <div role="status" className="notices">
        {notice === undefined ? null : (
          <Soon>
            <NoticeBar key={notice.plan ?? notice.run} notice={notice} close={() => setNotice(undefined)} />
          </Soon>
        )}
      </div>
    </NoticeContext>
  );
}
