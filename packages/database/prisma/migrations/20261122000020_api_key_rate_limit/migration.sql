-- Requests a minute that count for this key alone; without it they count for the caller's address.
alter table cms.api_keys add column rate_limit_per_minute integer;
