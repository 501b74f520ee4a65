declare module 'autocannon' {
  interface Request {
    method: string;
    path: string;
    headers?: Record<string, string>;
    body?: string;
    /** Changes a request before each time it is sent. */
    setupRequest?: (request: Request) => Request;
  }
  interface Result {
    /** Requests that no answer came to. */
    errors: number;
    /** Seconds. */
    duration: number;
    statusCodeStats?: Record<string, { count?: number }>;
    latency: { p50: number; p99: number };
    /** Bytes read. */
    throughput: { total: number };
  }
  export default function autocannon(options: {
    url: string;
    connections: number;
    amount: number;
    /** Seconds until a request counts as unanswered. */
    timeout?: number;
    requests: Request[];
  }): Promise<Result>;
}
