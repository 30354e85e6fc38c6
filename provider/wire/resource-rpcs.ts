/** The RPCs of a managed resource's life: upgrade, read, plan, apply, import. */
import { DiagnosticsError, diagnosticsOf, encodeDiagnostics, encodePath, hasErrors } from "./diagnostics.ts";
import { decodeValue, encodeState, parseJson, present, valueFromJson } from "./dynamic-value.ts";
import type { Request, Response, Rpcs } from "./messages.ts";
import { Numerals } from "./numerals.ts";
import {
  type ApplyResult,
  find,
  type ProviderServer,
  type ResourceServer,
  type WithPrivate,
} from "./provider.ts";
import type { ObjectValue } from "./values.ts";

type ResourceRpc =
  | "upgradeResourceState"
  | "readResource"
  | "planResourceChange"
  | "applyResourceChange"
  | "importResourceState"
  | "moveResourceState";

export function resourceRpcs({ resources }: ProviderServer, signal: AbortSignal): Pick<Rpcs, ResourceRpc> {
  return {
    upgradeResourceState: async (request) => upgrade(find(resources, request.typeName), request),
    readResource: async (request) => read(find(resources, request.typeName), request, signal),
    planResourceChange: async (request) => plan(find(resources, request.typeName), request, signal),
    applyResourceChange: async (request) => apply(find(resources, request.typeName), request),
    importResourceState: async (request) => importRow(find(resources, request.typeName), request, signal),
    moveResourceState: async (request) => refuseMove(request),
  };
}

/** Terraform calls this for every row of a state, also when the version is today's. */
async function upgrade(
  resource: ResourceServer,
  { rawState, version }: Request<"upgradeResourceState">,
): Promise<Response<"upgradeResourceState">> {
  const { attributes, version: current = 0 } = resource.schema;
  const raw = parseJson(rawState?.json ?? Buffer.from("null")) as Record<string, unknown> | null;
  if (raw === null || version === current) {
    return { upgradedState: encodeState(attributes, valueFromJson(attributes, raw)) };
  }
  if (resource.upgrade === undefined) {
    const detail = `The state is of schema version ${version}, this provider's is ${current}.`;
    throw new DiagnosticsError([{ severity: "error", summary: "State of an unknown version", detail }]);
  }
  const upgraded = await resource.upgrade(raw, version);
  return { upgradedState: encodeState(attributes, valueFromJson(attributes, upgraded)) };
}

async function read(
  resource: ResourceServer,
  request: Request<"readResource">,
  signal: AbortSignal,
): Promise<Response<"readResource">> {
  const { attributes } = resource.schema;
  const numerals = new Numerals();
  const current = decodeValue(attributes, request.currentState, numerals);
  if (current === null) return { newState: encodeState(attributes, null) };
  const result = await resource.read({ state: current, private: request.private, signal });
  return {
    newState: encodeState(attributes, result.state, numerals),
    private: result.private ?? request.private,
    diagnostics: encodeDiagnostics(result.diagnostics),
  };
}

async function plan(
  resource: ResourceServer,
  request: Request<"planResourceChange">,
  signal: AbortSignal,
): Promise<Response<"planResourceChange">> {
  const { attributes } = resource.schema;
  const before = { private: request.priorPrivate, signal };
  // The prior state's spelling of a number comes last and so wins: then nothing has changed.
  const numerals = new Numerals();
  const config = decodeValue(attributes, request.config, numerals);
  const proposed = decodeValue(attributes, request.proposedNewState, numerals);
  const prior = decodeValue(attributes, request.priorState, numerals);
  if (proposed === null) {
    const result = prior === null ? undefined : await resource.planDestroy?.({ ...before, prior });
    return {
      plannedState: encodeState(attributes, null),
      plannedPrivate: result?.private ?? before.private,
      diagnostics: encodeDiagnostics(result?.diagnostics),
    };
  }
  const result = await resource.plan({ ...before, config: present(config), prior, proposed });
  return {
    plannedState: encodeState(attributes, result.planned, numerals),
    requiresReplace: result.requiresReplace?.map(encodePath),
    plannedPrivate: result.private ?? before.private,
    diagnostics: encodeDiagnostics(result.diagnostics),
  };
}

async function apply(
  resource: ResourceServer,
  request: Request<"applyResourceChange">,
): Promise<Response<"applyResourceChange">> {
  const { attributes } = resource.schema;
  // The planned spelling of a number comes last and so wins: the result must be what was planned.
  const numerals = new Numerals();
  const prior = decodeValue(attributes, request.priorState, numerals);
  const config = decodeValue(attributes, request.config, numerals);
  const planned = decodeValue(attributes, request.plannedState, numerals);
  try {
    const result = await change(resource, { config, prior, planned, private: request.plannedPrivate });
    return {
      newState: encodeState(attributes, result.state, numerals),
      private: result.private ?? request.plannedPrivate,
      diagnostics: encodeDiagnostics(result.diagnostics),
    };
  } catch (error) {
    // Not answering with the prior state would make Terraform forget the row.
    return {
      newState: encodeState(attributes, prior, numerals),
      private: request.plannedPrivate,
      diagnostics: encodeDiagnostics(diagnosticsOf(error)),
    };
  }
}

interface Change extends WithPrivate {
  readonly config: ObjectValue | null;
  readonly prior: ObjectValue | null;
  readonly planned: ObjectValue | null;
}

interface Changed extends Omit<ApplyResult, "state"> {
  readonly state: ObjectValue | null;
}

async function change(resource: ResourceServer, request: Change): Promise<Changed> {
  const { config, prior, planned } = request;
  if (planned === null) {
    if (prior === null) return { state: null };
    const diagnostics = await resource.destroy({ private: request.private, prior });
    return { state: hasErrors(diagnostics) ? prior : null, diagnostics };
  }
  const wanted = { private: request.private, config: present(config), planned };
  const result = await (prior === null ? resource.create(wanted) : resource.update({ ...wanted, prior }));
  if (result.state === undefined && !hasErrors(result.diagnostics ?? [])) {
    throw new Error("create and update must answer with a state or with an error");
  }
  return { ...result, state: result.state ?? prior };
}

async function importRow(
  resource: ResourceServer,
  { typeName, id }: Request<"importResourceState">,
  signal: AbortSignal,
): Promise<Response<"importResourceState">> {
  const result = await resource.import({ id, signal });
  const diagnostics = result.diagnostics ?? [];
  if (result.state !== null) {
    const state = encodeState(resource.schema.attributes, result.state);
    const imported = { typeName, state, private: result.private };
    return { importedResources: [imported], diagnostics: encodeDiagnostics(diagnostics) };
  }
  const missing = { severity: "error", summary: `There is no ${typeName} "${id}" to import` } as const;
  return { diagnostics: encodeDiagnostics(hasErrors(diagnostics) ? diagnostics : [...diagnostics, missing]) };
}

/** `moved` between two names of one type needs no RPC; only another type's state comes here. */
function refuseMove({ sourceTypeName, targetTypeName }: Request<"moveResourceState">): never {
  const summary = "This provider moves no state between resource types";
  const detail = `A ${sourceTypeName} cannot become a ${targetTypeName}: import the row instead.`;
  throw new DiagnosticsError([{ severity: "error", summary, detail }]);
}
