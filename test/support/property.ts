/** fast-check with the same cases every time, so that a failure is a change of ours; FC_SEED=n draws others. */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_260_310) });

export { fc };
