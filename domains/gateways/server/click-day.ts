/** The day on which Click made the payment of the transaction `t`, by its own clock, which goes by the time of Tashkent. */
export const clickDay =
  "(to_timestamp(coalesce(nullif(t.external_time, 0), t.create_time) / 1000.0) at time zone interval '5 hours')::date";
