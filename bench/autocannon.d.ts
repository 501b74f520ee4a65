declare module 'autocannon' {
  interface Request {
    method: string;
    path: string;
    headers?: Record<string, string>;
    body?: string;
  }
  interface Result {
    /** Requests that no answer came to. */
    errors: number;
    statusCodeStats?: Record<string, { count?: number }>;
    latency: { p50: number; p99: number };
    /** Bytes read. */
    throughput: { total: number };
  }
  export default function autocannon(options: {
    url: string;
    connections: number;
    amount: number;
    requests: Request[];
  }): Promise<Result>;
}
