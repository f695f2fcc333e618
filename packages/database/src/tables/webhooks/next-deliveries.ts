/** The statements that find the next deliveries of records: those that may get a job. */
import { PAUSED_AFTER } from "./webhooks.ts";

/** Of a paused webhook's oldest deliveries, so many are probed in turn. */
const PROBED = 1_000;
/**
 * The event of a record's first pending delivery. A subquery of its own: in a join, planned with statistics from before a backlog, each of
 * its deliveries was compared with each other one.
 */
export const FIRST = `(select e.event_id from cms.webhook_deliveries e
  where e.webhook = d.webhook and e.record_id = d.record_id and e.state = 'pending' order by e.event_id limit 1)`;

/** A held webhook `w` gets only tests, which have the event 0. */
const MAY_GO = `d.event_id <= case when w.disabled_at is not null or w.failures >= ${PAUSED_AFTER} then 0 else ${Number.MAX_SAFE_INTEGER} end`;
const IS_WAITING = `d.state = 'pending' and d.job_id is null and ${MAY_GO}`;
/** A record's first pending delivery, by the index over records. */
const firstWhere = (isOf: string): string => `(select e.webhook, e.record_id, e.event_id, e.id, e.job_id from cms.webhook_deliveries e
  where ${isOf} and e.state = 'pending' order by e.record_id, e.event_id limit 1)`;
/**
 * First those among the oldest waiting ones. If these are many of few records, the others are found from record to record, without the
 * deliveries that wait behind the first. The waiting deliveries of a held webhook are many: they are not looked at.
 */
export const NEXT = {
  name: "deliveries-next",
  text: `with recursive oldest as materialized (select o.* from unnest($1::text[]) as k (webhook) left join cms.webhooks w on w.name = k.webhook
      cross join lateral (select d.id, d.webhook, d.record_id, d.event_id from cms.webhook_deliveries d
        where d.webhook = k.webhook and ${IS_WAITING} order by d.event_id limit $2) as o),
    found as materialized (select d.id, d.event_id from oldest d where d.event_id = ${FIRST} order by d.event_id limit $2),
    firsts as (select f.* from unnest($1::text[]) as k (webhook) left join cms.webhooks w on w.name = k.webhook
        cross join lateral ${firstWhere("e.webhook = k.webhook")} as f
        where coalesce(w.disabled_at is null and w.failures < ${PAUSED_AFTER}, true)
          and (select count(*) from oldest) >= $2 and (select count(*) from found) < $2
      union all
      select f.* from firsts l cross join lateral ${firstWhere("e.webhook = l.webhook and e.record_id > l.record_id")} as f),
    next as materialized (select * from found union (select id, event_id from firsts where job_id is null limit $2))
    select own.id from (select * from next order by event_id limit $2) as next
      cross join lateral (select d.* from cms.webhook_deliveries d where d.id = next.id limit 1 for update skip locked) as own
      where own.state = 'pending' and own.job_id is null`,
};
export const NEXT_OF = {
  name: "deliveries-next-of",
  text: `select d.id from cms.webhook_deliveries d left join cms.webhooks w on w.name = d.webhook
    where d.webhook = $1 and d.record_id = $2 and ${IS_WAITING}
      and d.event_id = (select e.event_id from cms.webhook_deliveries e where e.webhook = $1 and e.record_id = $2 and e.state = 'pending'
        order by e.event_id limit 1) for update of d`,
};
export const HAVE_NEXT = {
  name: "deliveries-have-next",
  text: `select k.webhook, k.record_id as "recordId" from unnest($1::text[], $2::uuid[]) as k (webhook, record_id)
      left join cms.webhooks w on w.name = k.webhook
    where (select d.job_id is null and ${MAY_GO} from cms.webhook_deliveries d
      where d.webhook = k.webhook and d.record_id = k.record_id and d.state = 'pending' order by d.event_id limit 1)`,
};
export const PROBE = {
  name: "deliveries-probe",
  text: `select d.id from (select * from cms.webhook_deliveries where webhook = $1 and state = 'pending' and job_id is null and event_id > 0
      order by event_id limit ${PROBED}) d
    where d.event_id = ${FIRST} order by d.last_at nulls first, d.event_id limit 1`,
};
