/** The page's own styles and its small script: both stand in the page, so that it is there with its first answer. */

import { accentsOf } from "../../kernel/colours.ts";
import type { Page } from "./state.ts";

const light = `--page:#f6f7f9;--card:#fff;--text:#16191d;--quiet:#566070;--line:#e1e5ea;--link:#0b57b0;--track:#dfe3e8;--good:#12804a;--ink:#fff;--bar:#2fa66a;--bar-d:#c98a00;--bar-p:#e0651c;--bar-m:#d63a44;--bar-u:#3b82e0;--slow:#8a6100;--some:#b64a00;--bad:#c6242e;--plan:#0b5fc0;--good-on:#e7f6ee;--slow-on:#fdf3d7;--some-on:#ffeedd;--bad-on:#fdebec;--plan-on:#e6f0fd`;
const dark = `--page:#0f1216;--card:#171b21;--text:#eceff3;--quiet:#a3adba;--line:#2a313a;--link:#79b4ff;--track:#39414c;--good:#4fd08c;--ink:#0f1216;--bar:#38b271;--bar-d:#e8b93c;--bar-p:#ff9a4d;--bar-m:#ff7b80;--bar-u:#74b0ff;--slow:#e8b93c;--some:#ff9a4d;--bad:#ff7b80;--plan:#74b0ff;--good-on:#12291e;--slow-on:#2d2510;--some-on:#321f10;--bad-on:#351719;--plan-on:#12243a`;

/** The styles of a page, with its own colour where it has one, made readable on both grounds. */
export function styleOf({ theme, accent }: Pick<Page, "theme" | "accent">): string {
  const own = accent === null ? undefined : accentsOf(accent);
  const lightly = `${light};--own:${own?.light ?? "var(--good)"}`;
  const darkly = `${dark};--own:${own?.dark ?? "var(--good)"}`;
  const schemes = {
    light: `:root{color-scheme:light;${lightly}}`,
    dark: `:root{color-scheme:dark;${darkly}}`,
    auto: `:root{color-scheme:light dark;${lightly}}@media(prefers-color-scheme:dark){:root{${darkly}}}`,
  };
  return `${schemes[theme]}@media print{:root{color-scheme:light;${lightly}}}${layout}`;
}

const layout = [
  `*{box-sizing:border-box}`,
  `html{-webkit-text-size-adjust:100%}`,
  `body{margin:0;background:var(--page);color:var(--text);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;border-top:5px solid var(--own)}`,
  `.wrap{max-width:54rem;margin:0 auto;padding:0 1.25rem 3rem}`,
  `a{color:var(--link);text-underline-offset:.2em;text-decoration-thickness:1px}`,
  `a:focus-visible,summary:focus-visible,button:focus-visible,input:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:4px}`,
  `h1,h2,h3{line-height:1.25;margin:0;text-wrap:balance;overflow-wrap:anywhere}`,
  `p{margin:.5rem 0;overflow-wrap:anywhere}`,
  `.skip{position:absolute;inset-inline-start:-99rem}.skip:focus{position:static}`,
  `header{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 1.25rem;padding:2.25rem 0 1.75rem}`,
  `header h1{font-size:1.4rem;letter-spacing:-.01em}header .home{color:inherit;text-decoration:none;display:flex;align-items:center;gap:.75rem;min-width:0}`,
  `header img{max-height:40px;max-width:180px;display:block;flex:none}header nav{margin-inline-start:auto;display:flex;flex-wrap:wrap;align-items:center;gap:.4rem 1.25rem;font-size:.95rem}header nav a{color:var(--quiet);text-decoration:none;padding:.3rem 0}header nav a:hover{color:var(--text);text-decoration:underline}header nav .act{color:var(--ink);background:var(--own);font-weight:600;padding:.45rem 1rem;border-radius:8px}header nav .act:hover{color:var(--ink);filter:brightness(1.08)}`,
  `.about{color:var(--quiet);margin:-.75rem 0 1.5rem;white-space:pre-line}`,
  `.state{display:flex;align-items:center;gap:1rem;border-radius:16px;padding:1.6rem 1.75rem;margin-bottom:2.5rem;border:1px solid;border-color:color-mix(in srgb,currentColor 28%,transparent)}`,
  `.state h2{font-size:1.6rem;letter-spacing:-.02em;color:var(--text)}.state p{margin:.15rem 0 0;color:var(--quiet);font-size:.9rem}.state svg{width:2.4rem;height:2.4rem;flex:none}`,
  `.none,.operational{color:var(--good)}.minor,.degraded_performance{color:var(--slow)}.major,.partial_outage{color:var(--some)}.critical,.major_outage{color:var(--bad)}.maintenance,.under_maintenance{color:var(--plan)}`,
  `.state.none{background:var(--good-on)}.state.minor{background:var(--slow-on)}.state.major{background:var(--some-on)}.state.critical{background:var(--bad-on)}.state.maintenance{background:var(--plan-on)}`,
  `.notice{border:1px solid var(--line);border-inline-start:4px solid var(--slow);background:var(--card);border-radius:8px;padding:.7rem 1rem;margin:0 0 1.5rem}`,
  `section{margin:0 0 2.5rem}section>h2{font-size:1.2rem;letter-spacing:-.01em;margin:0 0 1rem}`,
  `.card{background:var(--card);border:1px solid var(--line);border-radius:14px;margin:0 0 1rem;padding:1.25rem 1.5rem;box-shadow:0 1px 2px rgb(0 0 0/.04)}`,
  `.incident{border-inline-start:4px solid}.incident>*{color:var(--text)}.incident h3{font-size:1.12rem}.incident h3 a{color:inherit;text-decoration:none}.incident h3 a:hover{text-decoration:underline}`,
  `.meta{color:var(--quiet);font-size:.9rem;margin:.3rem 0 0}.incident .meta:has(.tag){margin-top:.6rem}.tag{display:inline-block;font-size:.8rem;font-weight:600;border:1px solid;border-radius:99px;padding:.05rem .6rem;margin-inline-end:.5rem}`,
  `ol.updates{list-style:none;margin:1rem 0 0;padding:0}ol.updates li{position:relative;padding:0 0 1rem;padding-inline-start:1.4rem}ol.updates li:last-child{padding-bottom:0}`,
  `ol.updates li::before{content:"";position:absolute;inset-inline-start:0;top:.5rem;width:.6rem;height:.6rem;border-radius:50%;background:var(--quiet)}ol.updates li:first-child::before{background:var(--own)}`,
  `ol.updates li:not(:last-child)::after{content:"";position:absolute;inset-inline-start:.27rem;top:1.3rem;bottom:-.3rem;width:1px;background:var(--line)}`,
  `.body{white-space:pre-line;margin:.1rem 0 0}`,
  `.group{padding:0}.group>h3,.group>summary{display:flex;align-items:center;gap:.75rem;padding:1.05rem 1.5rem;font-size:1rem;font-weight:650;border-bottom:1px solid var(--line)}summary{list-style:none}summary::-webkit-details-marker{display:none}.group>summary{cursor:pointer}.group>summary::before,.days>summary::before{content:"";flex:none;width:.42rem;height:.42rem;border:solid var(--quiet);border-width:0 2px 2px 0;transform:rotate(-45deg);transition:transform .15s}details[open]>summary::before{transform:rotate(45deg) translate(-1px,-1px)}[dir=rtl] details:not([open])>summary::before{transform:rotate(135deg)}@media(prefers-reduced-motion:reduce){summary::before{transition:none}}.group>summary h3{font-size:1rem;flex:1}details.group:not([open])>summary{border-bottom:0}`,
  `.part{padding:1.15rem 1.5rem}.part+.part{border-top:1px solid var(--line)}.row{display:flex;flex-wrap:wrap;align-items:center;gap:.1rem .75rem}.row h3,.row h4{margin:0;font-size:1rem;font-weight:600;flex:1;min-width:0;overflow-wrap:anywhere}`,
  `.word{display:inline-flex;align-items:center;gap:.4rem;font-size:.92rem;font-weight:600;white-space:nowrap}.word svg{width:1rem;height:1rem;flex:none}`,
  `.bars{display:block;width:100%;height:34px;margin:.75rem 0 .35rem}.bars rect{width:3px;height:34px;rx:1px;fill:var(--bar)}.bars rect:hover{opacity:.6}.bars .n{fill:var(--track)}.bars .d{fill:var(--bar-d)}.bars .p{fill:var(--bar-p)}.bars .m{fill:var(--bar-m)}.bars .u{fill:var(--bar-u)}`,
  `.scale{display:flex;justify-content:space-between;gap:.75rem;color:var(--quiet);font-size:.84rem}.scale strong{font-weight:600;font-variant-numeric:tabular-nums;color:var(--text)}`,
  `details.days{font-size:.84rem;margin-top:.15rem}details.days summary{cursor:pointer;color:var(--quiet);display:inline-flex;align-items:center;gap:.5rem;padding:.25rem 0}details.days summary:hover{color:var(--text)}.days>summary::before{width:.32rem;height:.32rem}details.days ul{list-style:none;margin:.25rem 0 0;padding-inline-start:.82rem}details.days li{padding:.1rem 0}`,
  `.quiet{color:var(--quiet)}.past h3{font-size:.95rem;font-weight:600;color:var(--quiet);border-bottom:1px solid var(--line);padding-bottom:.45rem;margin:1.75rem 0 .75rem}.past h4{font-size:1.05rem;margin:0;overflow-wrap:anywhere}.past h4 a{color:inherit;text-decoration:none}.past h4 a:hover{text-decoration:underline}.past article{margin:0 0 1.25rem;padding-inline-start:1rem;border-inline-start:3px solid}.past article>*{color:var(--text)}.past article>.meta{color:var(--quiet)}.past>p.quiet{margin:.25rem 0 0}`,
  `.turn{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 1rem;margin:0 0 1rem}.turn a,.more{display:inline-block;color:var(--text);text-decoration:none;font-size:.92rem;font-weight:600;border:1px solid var(--line);background:var(--card);border-radius:8px;padding:.4rem .9rem}.turn a:hover,.more:hover{border-color:var(--quiet)}`,
  `form label{display:block;font-weight:600;font-size:.92rem;margin:1.1rem 0 .35rem}form li label{font-weight:400;margin:0}input[type=password],input[type=email],input[type=url]{font:inherit;width:100%;padding:.6rem .75rem;border:1px solid var(--quiet);border-radius:8px;background:var(--card);color:var(--text)}`,
  `button{font:inherit;font-weight:600;width:100%;margin-top:1.25rem;padding:.7rem 1.2rem;border:0;border-radius:8px;background:var(--own);color:var(--ink);cursor:pointer}button:hover{filter:brightness(1.08)}.narrow{max-width:26rem;margin:12vh auto 0;padding:2rem;box-shadow:0 8px 30px rgb(0 0 0/.07)}.narrow h1{font-size:1.35rem;letter-spacing:-.015em}.narrow img{display:block;margin:0 0 1rem}.narrow>p{color:var(--quiet)}.narrow .quiet{font-size:.88rem;margin-top:1rem}.narrow .wrong{color:var(--bad)}`,
  `.wrong{color:var(--bad);font-weight:600}.rule{color:var(--quiet);font-size:.84rem;max-width:44rem}`,
  `footer{border-top:1px solid var(--line);margin-top:2rem;padding-top:1.25rem;color:var(--quiet);font-size:.87rem}footer nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin-bottom:.5rem}footer nav a{color:var(--quiet);text-decoration:none}footer nav a:hover{color:var(--text);text-decoration:underline}`,
  `.hid{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}`,
  `@media(max-width:34rem){.wrap{padding:0 1rem 2rem}header{padding:1.25rem 0 1rem}header nav{margin:0}.state{padding:1.1rem;gap:.8rem}.state h2{font-size:1.2rem}.card{padding:1rem}.narrow{margin-top:2rem;padding:1.5rem}.about{margin-top:-.25rem}.group{padding:0}.part,.group>h3,.group>summary{padding-inline:1rem}header nav{width:100%}header nav .act{margin-inline-start:auto}}`,
  `@media print{body{background:#fff;border:0}header nav,footer nav,.skip,details.days summary{display:none}.card,.state{break-inside:avoid}.bars rect{print-color-adjust:exact;-webkit-print-color-adjust:exact}}`,
  `@media(forced-colors:active){.bars rect{forced-color-adjust:none}.state{border-color:CanvasText}}`,
].join("");

/**
 * What the page can do without: the reader's own time next to the page's where the two clocks differ, of 24 hours as the
 * page's own are, and how long it is until work begins.
 */
export const script = `for(const t of document.querySelectorAll("time[datetime]")){const d=new Date(t.dateTime);if(!t.dateTime.includes("T")||isNaN(d))continue;t.title=d.toLocaleString([],{dateStyle:"full",timeStyle:"long",hourCycle:"h23"});if(t.closest(".incident")&&+t.dataset.offset!==-d.getTimezoneOffset()){const s=document.createElement("span");s.className="quiet";s.textContent=" ("+d.toLocaleTimeString([],{hour:"2-digit",minute:"2-digit",weekday:"short",hourCycle:"h23"})+" your time)";t.after(s)}if(t.dataset.until!==undefined){const c=document.createElement("strong");t.parentNode.append(" ",c);const f=()=>{const m=Math.ceil((d-Date.now())/6e4);c.textContent=m<1?"":"in "+[[Math.floor(m/1440),"d"],[Math.floor(m/60)%24,"h"],[m%60,"min"]].filter(([n])=>n).map(p=>p.join(" ")).slice(0,2).join(" ")};f();setInterval(f,15e3)}}`;
