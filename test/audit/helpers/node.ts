import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { chain } from "../../helpers/fixture.ts";

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: unknown[];
}

/** A node over HTTP in front of the in-process chain, which can be told to be as forgetful or strict as real ones. */
export class TestNode {
  /** Answers no question about a state older than the latest, as a node without an archive. */
  forgetsState = false;
  /** Answers no eth_getLogs over more blocks than this, as most public nodes. */
  maxLogRange = Number.POSITIVE_INFINITY;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<TestNode> {
    const server = createServer();
    const node = new TestNode(server);
    server.on("request", async (request, response) => {
      const body = JSON.parse(await text(request)) as Request | Request[];
      const answer = Array.isArray(body)
        ? await Promise.all(body.map((one) => node.#answer(one)))
        : await node.#answer(body);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answer));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return node;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #answer({ id, method, params }: Request): Promise<object> {
    try {
      this.#refuse(method, params);
      return { jsonrpc: "2.0", id, result: await chain.provider.request({ method, params }) };
    } catch (error) {
      const { code = -32_000, message, data } = error as { code?: number; message: string; data?: unknown };
      return { jsonrpc: "2.0", id, error: { code, message, data } };
    }
  }

  #refuse(method: string, params: unknown[]): void {
    if (this.forgetsState && method === "eth_call" && params[1] !== "latest")
      throw new Error("missing trie node");
    if (method === "eth_getLogs") {
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string };
      if (Number(toBlock) - Number(fromBlock) > this.maxLogRange) throw new Error("block range too large");
    }
  }
}
