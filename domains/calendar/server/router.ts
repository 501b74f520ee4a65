import { serve } from '#platform/server/call/context.ts';
import { contract } from '../contract.ts';
import { event } from './events.ts';
import { feedState, readFeed, removeFeed, renewFeed } from './feed.ts';
import { events, studentEvents } from './months.ts';
import { typeOptions } from './offers.ts';

const on = serve(contract);

export const router = on.router({
  event: {
    list: on.event.list.handler(({ input, context }) => events(context, input)),
    types: on.event.types.handler(({ context }) => typeOptions(context)),
    student: on.event.student.handler(({ input, context }) => studentEvents(context, input)),
    get: on.event.get.handler(({ input, context }) => event.get(context, input)),
    save: on.event.save.handler(({ input, context }) => event.save(context, input)),
    remove: on.event.remove.handler(({ input, context }) => event.remove(context, input)),
  },
  feed: {
    state: on.feed.state.handler(({ context }) => feedState(context)),
    renew: on.feed.renew.handler(({ context }) => renewFeed(context)),
    remove: on.feed.remove.handler(({ context }) => removeFeed(context)),
    read: on.feed.read.handler(({ input, context }) => readFeed(context, input.name)),
  },
});
