/**
 * The messages of Terraform's plugin protocol 6 and of the process protocol below it, as one table: each
 * field is its type and its number. Only numbers and RPC names travel on the wire, so the names of messages
 * and fields are ours, and only what this provider reads or writes is listed. TypeScript's types and the
 * protobufjs descriptor both come from the table.
 *
 * Terraform declares its integers as int64; those used here are small, and a small varint is the same bytes
 * as an int32, which spares us a 64-bit integer type.
 */
import protobuf from "protobufjs/light.js";

const messages = {
  Empty: {},
  DynamicValue: { msgpack: "bytes 1", json: "bytes 2" },
  RawState: { json: "bytes 1" },
  Diagnostic: { severity: "int32 1", summary: "string 2", detail: "string 3", attribute: "AttributePath 4" },
  AttributePath: { steps: "repeated Step 1" },
  Step: {
    attributeName: "oneof string 1",
    elementKeyString: "oneof string 2",
    elementKeyInt: "oneof int32 3",
  },
  Schema: { version: "int32 1", block: "Block 2" },
  Block: {
    attributes: "repeated Attribute 2",
    description: "string 4",
    descriptionKind: "int32 5",
    deprecated: "bool 6",
  },
  Attribute: {
    name: "string 1",
    type: "bytes 2",
    description: "string 3",
    required: "bool 4",
    optional: "bool 5",
    computed: "bool 6",
    sensitive: "bool 7",
    descriptionKind: "int32 8",
    deprecated: "bool 9",
    nestedType: "NestedType 10",
    writeOnly: "bool 11",
  },
  NestedType: { attributes: "repeated Attribute 1", nesting: "int32 3" },
  ServerCapabilities: { planDestroy: "bool 1", getProviderSchemaOptional: "bool 2" },
  ClientCapabilities: { deferralAllowed: "bool 1", writeOnlyAttributesAllowed: "bool 2" },
  TypeName: { typeName: "string 1" },
  ImportedResource: { typeName: "string 1", state: "DynamicValue 2", private: "bytes 3" },
} as const;

/** Every RPC of the service `tfplugin6.Provider` that this provider answers; there, names are capitalized. */
const rpcs = {
  getMetadata: {
    request: {},
    response: {
      serverCapabilities: "ServerCapabilities 1",
      diagnostics: "repeated Diagnostic 2",
      dataSources: "repeated TypeName 3",
      resources: "repeated TypeName 4",
    },
  },
  getProviderSchema: {
    request: {},
    response: {
      provider: "Schema 1",
      resourceSchemas: "map Schema 2",
      dataSourceSchemas: "map Schema 3",
      diagnostics: "repeated Diagnostic 4",
      serverCapabilities: "ServerCapabilities 6",
    },
  },
  validateProviderConfig: {
    request: { config: "DynamicValue 1" },
    response: { diagnostics: "repeated Diagnostic 2" },
  },
  validateResourceConfig: {
    request: {
      typeName: "string 1",
      config: "DynamicValue 2",
      clientCapabilities: "ClientCapabilities 3",
    },
    response: { diagnostics: "repeated Diagnostic 1" },
  },
  validateDataResourceConfig: {
    request: { typeName: "string 1", config: "DynamicValue 2" },
    response: { diagnostics: "repeated Diagnostic 1" },
  },
  configureProvider: {
    request: { terraformVersion: "string 1", config: "DynamicValue 2" },
    response: { diagnostics: "repeated Diagnostic 1" },
  },
  upgradeResourceState: {
    request: { typeName: "string 1", version: "int32 2", rawState: "RawState 3" },
    response: { upgradedState: "DynamicValue 1", diagnostics: "repeated Diagnostic 2" },
  },
  readResource: {
    request: { typeName: "string 1", currentState: "DynamicValue 2", private: "bytes 3" },
    response: { newState: "DynamicValue 1", diagnostics: "repeated Diagnostic 2", private: "bytes 3" },
  },
  planResourceChange: {
    request: {
      typeName: "string 1",
      priorState: "DynamicValue 2",
      proposedNewState: "DynamicValue 3",
      config: "DynamicValue 4",
      priorPrivate: "bytes 5",
    },
    response: {
      plannedState: "DynamicValue 1",
      requiresReplace: "repeated AttributePath 2",
      plannedPrivate: "bytes 3",
      diagnostics: "repeated Diagnostic 4",
    },
  },
  applyResourceChange: {
    request: {
      typeName: "string 1",
      priorState: "DynamicValue 2",
      plannedState: "DynamicValue 3",
      config: "DynamicValue 4",
      plannedPrivate: "bytes 5",
    },
    response: { newState: "DynamicValue 1", private: "bytes 2", diagnostics: "repeated Diagnostic 3" },
  },
  importResourceState: {
    request: { typeName: "string 1", id: "string 2" },
    response: { importedResources: "repeated ImportedResource 1", diagnostics: "repeated Diagnostic 2" },
  },
  moveResourceState: {
    request: { sourceProviderAddress: "string 1", sourceTypeName: "string 2", targetTypeName: "string 5" },
    response: { diagnostics: "repeated Diagnostic 2" },
  },
  readDataSource: {
    request: { typeName: "string 1", config: "DynamicValue 2" },
    response: { state: "DynamicValue 1", diagnostics: "repeated Diagnostic 2" },
  },
  stopProvider: { request: {}, response: { error: "string 1" } },
} as const;

export type RpcName = keyof typeof rpcs;
/** A request as read: every field is there, a message that was not sent is null. */
export type Request<N extends RpcName> = Read<(typeof rpcs)[N]["request"]>;
/** A response as written: what is left out is not sent. */
export type Response<N extends RpcName> = Written<(typeof rpcs)[N]["response"]>;
/** The provider's answer to every RPC. */
export type Rpcs = { readonly [N in RpcName]: (request: Request<N>) => Promise<Response<N>> };
/** One of the messages that requests carry, as read. */
export type ReadMessage<M extends keyof Messages> = Read<Messages[M]>;
/** One of the messages that responses carry, as written. */
export type Message<M extends keyof Messages> = Written<Messages[M]>;

export const rpcNames = Object.keys(rpcs) as RpcName[];

/** Where an RPC is served. */
export function rpcPath(name: RpcName): string {
  return `/tfplugin6.Provider/${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Reads the request of one RPC. */
export function decodeRequest<N extends RpcName>(name: N, bytes: Uint8Array): Request<N> {
  return read(types[name].request, bytes) as Request<N>;
}

/** Writes the response of one RPC. */
export function encodeResponse<N extends RpcName>(name: N, response: Response<N>): Buffer {
  return write(types[name].response, response);
}

/** Writes a request and reads a response: the other end of the wire, for tests that play Terraform. */
export const asTerraform = {
  encodeRequest<N extends RpcName>(name: N, request: Written<(typeof rpcs)[N]["request"]>): Buffer {
    return write(types[name].request, request);
  },
  decodeResponse<N extends RpcName>(name: N, bytes: Uint8Array): Read<(typeof rpcs)[N]["response"]> {
    return read(types[name].response, bytes) as Read<(typeof rpcs)[N]["response"]>;
  },
};

function read(type: protobuf.Type, bytes: Uint8Array): object {
  // `defaults` is what turns a field that was not sent into "", 0, no bytes or null.
  return type.toObject(type.decode(bytes), { defaults: true });
}

function write(type: protobuf.Type, message: object): Buffer {
  return type.encode(message).finish() as Buffer;
}

type Messages = typeof messages;
type Fields = Readonly<Record<string, string>>;
interface Scalars {
  bytes: Uint8Array;
  string: string;
  bool: boolean;
  int32: number;
}

type Read<F> = { readonly [K in keyof F]: ReadField<F[K]> };
type ReadField<S> = S extends `repeated ${infer T} ${number}`
  ? readonly ReadType<T>[]
  : S extends `map ${infer T} ${number}`
    ? Readonly<Record<string, ReadType<T>>>
    : S extends `${infer T} ${number}`
      ? T extends keyof Scalars
        ? Scalars[T]
        : ReadType<T> | null
      : never;
type ReadType<T> = T extends keyof Messages ? Read<Messages[T]> : never;

type Written<F> = { readonly [K in keyof F]?: WrittenField<F[K]> | undefined };
type WrittenField<S> = S extends `repeated ${infer T} ${number}`
  ? readonly WrittenType<T>[]
  : S extends `map ${infer T} ${number}`
    ? Readonly<Record<string, WrittenType<T>>>
    : S extends `oneof ${infer T} ${number}` | `${infer T} ${number}`
      ? WrittenType<T>
      : never;
type WrittenType<T> = T extends keyof Scalars
  ? Scalars[T]
  : T extends keyof Messages
    ? Written<Messages[T]>
    : never;

const root = protobuf.Root.fromJSON({ nested: descriptor() });

const types = Object.fromEntries(
  rpcNames.map((name) => [
    name,
    { request: root.lookupType(`${name}Request`), response: root.lookupType(`${name}Response`) },
  ]),
) as Record<RpcName, { readonly request: protobuf.Type; readonly response: protobuf.Type }>;

/** The table as protobufjs takes it. */
function descriptor(): Record<string, protobuf.IType> {
  const described: Record<string, protobuf.IType> = {};
  for (const [name, fields] of Object.entries(messages)) described[name] = messageType(fields);
  for (const [name, { request, response }] of Object.entries(rpcs)) {
    described[`${name}Request`] = messageType(request);
    described[`${name}Response`] = messageType(response);
  }
  return described;
}

function messageType(fields: Fields): protobuf.IType {
  const entries = Object.entries(fields);
  // Which member of a oneof is sent is what it says, so a member is sent also when it is 0 or "".
  const oneof = entries.filter(([, text]) => text.startsWith("oneof ")).map(([name]) => name);
  return {
    fields: Object.fromEntries(entries.map(([name, text]) => [name, messageField(text)])),
    ...(oneof.length === 0 ? {} : { oneofs: { selector: { oneof } } }),
  };
}

function messageField(text: string): protobuf.IField {
  const words = text.split(" ");
  const id = Number(words.at(-1));
  const type = words.at(-2) as string;
  switch (words[0]) {
    case "repeated":
      return { rule: "repeated", type, id };
    case "map":
      return { keyType: "string", type, id } as protobuf.IMapField;
    default:
      return { type, id };
  }
}
