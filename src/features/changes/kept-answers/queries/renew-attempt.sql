UPDATE kept_answers SET alive_until = now() + make_interval(secs => :alive_seconds)
WHERE attempt = :attempt AND answer IS NULL
