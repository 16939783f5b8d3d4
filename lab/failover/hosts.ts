// The hosts of the instrument: one network namespace each.

export const DATABASES: readonly string[] = ['db1', 'db2', 'db3'];
export const APIS: readonly string[] = ['api1', 'api2'];
export const WORKERS: readonly string[] = ['worker1', 'worker2'];
export const ETCD = 'etcd';
export const BALANCER = 'haproxy';
/** The load, the callback receiver and the checks. */
export const CLIENTS = 'clients';
export const HOSTS: readonly string[] = [CLIENTS, ETCD, BALANCER, ...DATABASES, ...APIS, ...WORKERS];
/** Apart from the network of `cluster-test`, so that both can run at the same time. */
export const LAN = 'sextant-failover-lan';
