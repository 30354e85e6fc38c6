-- Of every organization, a day after the call began.
DELETE FROM kept_answers WHERE begun_at < now() - interval '24 hours'
