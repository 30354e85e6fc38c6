-- What an organization keeps of its alerts' history begins then.
:now::timestamptz - make_interval(
  days => coalesce((setting.configuration ->> 'alert_history_days')::integer, :default_days)
)
