SELECT call FROM taken_back_calls WHERE call = ANY(:calls)
