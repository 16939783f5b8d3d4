// Technologies: analytics, tag managers, monitoring, experiments and data platforms.

/** Rows in the format of `rows.ts`. */
export const ANALYTICS = String.raw`
Google Analytics | 10 | marketingplatform.google.com/about/analytics | script=google-analytics\.com/(?:ga|urchin|analytics)\.js
| script=googletagmanager\.com/gtag/js\?id=(?:G|UA)- | inline=google-analytics\.com/(?:ga|analytics)\.js
| inline=gtag\(["']config["'], ?["'](?:G|UA)- | cookie=^_ga(?:_|$)
Google Tag Manager | 42 | marketingplatform.google.com/about/tag-manager | script=googletagmanager\.com/gtm\.js
| inline=googletagmanager\.com/gtm\.js | frame=googletagmanager\.com/ns\.html | html=googletagmanager\.com/ns\.html
Google Optimize | 74 | optimize.google.com | script=googleoptimize\.com/optimize\.js | inline=googleoptimize\.com
Matomo Analytics | 10 | matomo.org | cpe=matomo:matomo | script=\b(?:matomo|piwik)\.js | host=cdn.matomo.cloud | inline=_paq\.push\(
| cookie=^_pk_id
Matomo Tag Manager | 42 | matomo.org | script=/container_[\w-]{6,12}\.js | inline=_mtm\.push\( | > Matomo Analytics
Piwik PRO | 10 42 | piwik.pro | script=\.containers\.piwik\.pro | inline=\.piwik\.pro/
Plausible | 10 | plausible.io | script=plausible\.io/js/ | dom=script[data-domain][src*="/js/script"] ~70
Fathom | 10 | usefathom.com | host=cdn.usefathom.com
Simple Analytics | 10 | www.simpleanalytics.com | host=scripts.simpleanalyticscdn.com
Umami | 10 | umami.is | dom=script[data-website-id][src$="/script.js"] | dom=script[data-website-id][src$="/umami.js"]
| host=cloud.umami.is
GoatCounter | 10 | www.goatcounter.com | host=gc.zgo.at | dom=script[data-goatcounter]
Pirsch | 10 | pirsch.io | host=api.pirsch.io
Rybbit | 10 | rybbit.com | host=app.rybbit.io
Cloudflare Web Analytics | 10 78 | www.cloudflare.com/web-analytics | host=static.cloudflareinsights.com
Cloudflare Zaraz | 42 | www.cloudflare.com/products/zaraz | script=/cdn-cgi/zaraz/ | inline=zaraz\.(?:track|set|ecommerce) | > Cloudflare
Microsoft Clarity | 10 | clarity.microsoft.com | host=www.clarity.ms | cookie=^_clck$
Hotjar | 10 | www.hotjar.com | host=static.hotjar.com | cookie=^_hj
Mouseflow | 10 | mouseflow.com | host=cdn.mouseflow.com
Lucky Orange | 10 | www.luckyorange.com | host=tools.luckyorange.com | host=d10lpsik1i8c69.cloudfront.net
Crazy Egg | 10 | www.crazyegg.com | host=script.crazyegg.com
FullStory | 10 | www.fullstory.com | host=edge.fullstory.com | host=fullstory.com/s/fs.js | inline=_fs_org
LogRocket | 10 78 | logrocket.com | host=cdn.logrocket.io | host=cdn.lr-ingest.io | host=cdn.lr-in.com
Smartlook | 10 | www.smartlook.com | host=web-sdk.smartlook.com | host=rec.smartlook.com
Contentsquare | 10 | contentsquare.com | host=t.contentsquare.net | host=app.contentsquare.com
Quantum Metric | 10 | www.quantummetric.com | host=cdn.quantummetric.com
Glassbox | 10 | www.glassbox.com | host=cdn.gbqofs.com | script=glassbox
Heap | 10 | www.heap.io | host=cdn.heapanalytics.com | cookie=^_hp2_
Mixpanel | 10 | mixpanel.com | host=cdn.mxpnl.com | inline=mixpanel\.init\(
Amplitude | 10 | amplitude.com | host=cdn.amplitude.com | cookie=^amplitude_id
PostHog | 10 | posthog.com | inline=posthog\.init\( | host=app.posthog.com | host=us-assets.i.posthog.com | host=eu-assets.i.posthog.com
Kissmetrics | 10 | www.kissmetrics.io | host=scripts.kissmetrics.io | host=i.kissmetrics.com
Woopra | 10 | www.woopra.com | host=static.woopra.com
Statcounter | 10 | statcounter.com | host=www.statcounter.com | inline=sc_project
Clicky | 10 | clicky.com | host=static.getclicky.com
Chartbeat | 10 | chartbeat.com | host=static.chartbeat.com | inline=_sf_async_config
Parse.ly | 10 | www.parse.ly | host=cdn.parsely.com | meta.parsely-title
comScore | 10 | www.comscore.com | host=sb.scorecardresearch.com | host=b.scorecardresearch.com
Quantcast Measure | 10 | www.quantcast.com | host=secure.quantserve.com | host=edge.quantserve.com
Nielsen | 10 | www.nielsen.com | host=cdn-gl.imrworldwide.com | host=secure-dcr.imrworldwide.com
INFOnline | 10 | www.infonline.de | host=script.ioam.de
AT Internet Analyzer | 10 | piano.io | script=/xtcore\.js|/smarttag\.js | host=tag.aticdn.net
Webtrekk | 10 | www.mapp.com | script=webtrekk | host=responder.wt-safetag.com
etracker | 10 | www.etracker.com | host=static.etracker.com | host=code.etracker.com
Yandex.Metrika | 10 | metrika.yandex.com | script=mc\.yandex\.(?:ru|com)/metrika | inline=mc\.yandex\.(?:ru|com)/(?:metrika|watch)
| html=mc\.yandex\.(?:ru|com)/watch/
Top.Mail.Ru | 10 | top.mail.ru | host=top-fwz1.mail.ru
LiveInternet | 10 | www.liveinternet.ru | html=counter\.yadro\.ru/hit | inline=counter\.yadro\.ru
Rambler Top-100 | 10 | top100.rambler.ru | host=st.top100.ru | host=counter.rambler.ru
Baidu Analytics | 10 | tongji.baidu.com | script=hm\.baidu\.com/hm?\.js | inline=hm\.baidu\.com/hm\.js
CNZZ | 10 | www.umeng.com | script=\.cnzz\.com/ | host=s4.cnzz.com | inline=\.cnzz\.com/
51.LA | 10 | www.51.la | host=js.users.51.la | host=sdk.51.la
Naver Analytics | 10 | analytics.naver.com | host=wcs.naver.net
Adobe Analytics | 10 | business.adobe.com/products/analytics | script=/s_code(?:_[a-z]{1,20})?\.js|/appmeasurement(?:\.min)?\.js
| cookie=^s_vi$ | cookie=^AMCV_ | script=\.omtrdc\.net/
Adobe Experience Platform Launch | 42 | business.adobe.com | host=assets.adobedtm.com
Adobe Target | 74 76 | business.adobe.com/products/target | script=/at\.js|/mbox\.js | script=tt\.omtrdc\.net
Adobe Audience Manager | 97 36 | business.adobe.com | host=dpm.demdex.net | script=\.demdex\.net/ | cookie=^demdex$
Tealium | 42 | tealium.com | host=tags.tiqcdn.com | inline=tags\.tiqcdn\.com | cookie=^utag_main
Ensighten | 42 | www.cheq.ai/ensighten | host=nexus.ensighten.com
Signal | 42 | www.signal.co | host=s.btstatic.com
Commanders Act TagCommander | 42 | www.commandersact.com | host=cdn.tagcommander.com
Segment | 97 10 | segment.com | host=cdn.segment.com | inline=cdn\.segment\.com/analytics\.js
RudderStack | 97 | www.rudderstack.com | host=cdn.rudderlabs.com
mParticle | 97 | www.mparticle.com | host=jssdkcdns.mparticle.com
Snowplow Analytics | 10 | snowplow.io | script=/sp\.js$ ~60 | inline=GlobalSnowplowNamespace
Treasure Data | 97 | www.treasuredata.com | host=cdn.treasuredata.com
BlueConic | 97 | www.blueconic.com | script=\.blueconic\.net/
Lytics | 97 | www.lytics.com | host=c.lytics.io
New Relic | 78 | newrelic.com | host=js-agent.newrelic.com | inline=\bNREUM\b | header.x-newrelic-app-data
Dynatrace | 78 | www.dynatrace.com | script=/ruxitagent(?:js)?_|dynatrace\.com/jstag | cookie=^dtCookie | header.x-oneagent-js-injection
Datadog | 78 | www.datadoghq.com | script=datadoghq-browser-agent\.com | inline=DD_RUM
AppDynamics | 78 | www.appdynamics.com | host=cdn.appdynamics.com | cookie=^ADRUM_
Elastic APM | 78 | www.elastic.co/apm | script=elastic-apm-(?:rum|js) | inline=elasticApm\.init
Sentry | 78 13 | sentry.io | script=browser\.sentry-cdn\.com/([\d.]+) | host=js.sentry-cdn.com | inline=Sentry\.init\( | meta.sentry-trace
Bugsnag | 13 78 | www.bugsnag.com | host=d2wy8f7a9ursnm.cloudfront.net | library=bugsnag
Rollbar | 13 78 | rollbar.com | inline=_rollbarConfig | library=rollbar
Raygun | 13 78 | raygun.com | host=cdn.raygun.io
TrackJS | 13 78 | trackjs.com | host=cdn.trackjs.com
SpeedCurve | 78 | www.speedcurve.com | host=cdn.speedcurve.com
Pingdom | 78 | www.pingdom.com | host=rum-static.pingdom.net
Boomerang | 78 | github.com/akamai/boomerang | library=boomerang | script=/boomr(?:/|\.)
Application Insights | 78 | azure.microsoft.com | script=(?:js\.monitor\.azure\.com|az416426\.vo\.msecnd\.net)/scripts
| inline=appInsightsSDK | > Azure
Instana | 78 | www.ibm.com/products/instana | host=eum.instana.io | script=eum\.instana\.
Optimizely | 74 | www.optimizely.com | host=cdn.optimizely.com | cookie=^optimizelyEndUserId$
VWO | 74 | vwo.com | host=dev.visualwebsiteoptimizer.com | cookie=^_vwo_uuid
AB Tasty | 74 | www.abtasty.com | host=try.abtasty.com
Kameleoon | 74 76 | www.kameleoon.com | script=\.kameleoon\.(?:eu|com|io)/ | inline=kameleoonQueue
Convert | 74 | www.convert.com | host=cdn-4.convertexperiments.com | script=convertexperiments\.com/
Dynamic Yield | 76 74 | www.dynamicyield.com | host=cdn.dynamicyield.com | cookie=^_dy_
Monetate | 76 | www.monetate.com | host=se.monetate.net
LaunchDarkly | 85 | launchdarkly.com | host=app.launchdarkly.com | library=ldclient
Split | 85 | www.split.io | host=cdn.split.io
Statsig | 85 74 | www.statsig.com | script=statsig-js|@statsig/js-client
GrowthBook | 85 74 | www.growthbook.io | host=cdn.growthbook.io
Evergage | 76 | www.salesforce.com | host=cdn.evgnet.com | script=cdn\.evergage\.com|cdn\.evgnet\.com
Pendo | 58 10 | www.pendo.io | host=cdn.pendo.io
Appcues | 58 | www.appcues.com | host=fast.appcues.com
Userpilot | 58 | userpilot.com | host=js.userpilot.io
WalkMe | 58 | www.walkme.com | host=cdn.walkme.com
Whatfix | 58 | whatfix.com | host=cdn.whatfix.com | host=whatfix.com
Branch | 10 | www.branch.io | host=cdn.branch.io
AppsFlyer | 10 | www.appsflyer.com | host=websdk.appsflyer.com
Adjust | 10 | www.adjust.com | host=cdn.adjust.com
`;
